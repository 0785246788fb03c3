import type { World } from "./world.ts";

/** Others have objects of every kind on the same platform, made by hand or by another stack. */
export const neighbours: World = () => ({ neighbours: true });
