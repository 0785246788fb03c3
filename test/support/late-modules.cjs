// Loads parts of Pulumi only when something of them is asked for, which is about a third of what a command costs: what turns
// functions into text, which no class of this package has it do (the text of its provider is its own), the Automation
// API, and tracing. Each is kept as it is: who asks gets it.
const sdk = require.resolve("@pulumi/pulumi");
const host = require.resolve("@pulumi/pulumi/cmd/run");

/** Modules whose exports are looked at where they are used. */
const taken = [
  "@npmcli/arborist",
  "@pulumi/pulumi/automation/index.js",
  "@pulumi/pulumi/typescript-shim.js",
];

/** Modules whose exports are taken apart at once, and called where they are used. */
const called = [
  "@opentelemetry/exporter-zipkin",
  "@opentelemetry/instrumentation",
  "@opentelemetry/instrumentation-grpc",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@opentelemetry/sdk-trace-node",
  "normalize-package-data",
];

const late = new Map();
for (const name of taken) comeLate(name, whole);
for (const name of called) comeLate(name, parts);

function comeLate(name, standFor) {
  const file = require.resolve(name, { paths: [sdk, host] });
  let loaded;
  const load = () => {
    // They have each other as they are.
    for (const [path, module] of late)
      if (require.cache[path] === module) delete require.cache[path];
    loaded ??= require(file);
    return loaded;
  };
  const module = { id: file, filename: file, loaded: true, exports: standFor(load) };
  late.set(file, module);
  require.cache[file] = module;
}

/** Stands for a module until something of it is asked for. */
function whole(load) {
  return new Proxy(
    {},
    {
      // An import of all would copy what there is; one that is marked so is taken as it is.
      get: (_, name) => name === "__esModule" || load()[name],
      has: (_, name) => name in load(),
    },
  );
}

/** Stands for a module, or for what it exports, until that is called. */
function parts(load) {
  function called() {}
  return new Proxy(called, {
    get: (_, name) => (name === "__esModule" ? undefined : parts(() => load()[name])),
    apply: (_, self, args) => Reflect.apply(load(), self, args),
    construct: (_, args) => Reflect.construct(load(), args),
  });
}
