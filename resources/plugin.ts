#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { makeNative } from "../provider/definition/native.ts";

// Before anything large is loaded: the engine starts a plugin for every preview and every update.
enableCompileCache();
makeNative();
void import("./_plugin.ts");
