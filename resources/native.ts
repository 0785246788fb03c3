/**
 * Imported before anything else of this package, it makes the classes those of the provider plugin, as in a component
 * package that programs in other languages use: nothing of npm is needed where such a program is run or destroyed.
 */
import { makeNative } from "../provider/definition/native.ts";

makeNative();
