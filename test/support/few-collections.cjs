// A command's nodes end before they have made much garbage: V8 would collect the young of it six times, and mark the old.
for (const flag of ["--semi-space-growth-factor=16", "--no-incremental-marking"])
  require("node:v8").setFlagsFromString(flag);
