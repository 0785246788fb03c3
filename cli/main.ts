#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Before anything large is loaded: `pulumi-hosting --help` has to be quick.
enableCompileCache();
void import("./process.ts").then(({ runProcess }) => runProcess());
