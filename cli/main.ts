#!/usr/bin/env node
import "../provider/connection/compile-cache.ts";

void import("./process.ts").then(({ runProcess }) => runProcess());
