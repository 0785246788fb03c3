#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Before anything large is loaded: the engine starts a plugin for every preview and every update.
enableCompileCache();
void import("./_plugin.ts");
