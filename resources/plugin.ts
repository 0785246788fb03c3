#!/usr/bin/env node
import "../provider/connection/compile-cache.ts";
import { makeNative } from "../provider/definition/native.ts";

makeNative();
void import("./_plugin.ts");
