// Loads what Pulumi turns a function into text with only when it does, which is a quarter of what a command costs. No
// class of this package has Pulumi do so: the text of its provider is its own. It is kept as it is: who asks gets it.
const sdk = require.resolve("@pulumi/pulumi");

for (const name of ["@npmcli/arborist", "@pulumi/pulumi/typescript-shim.js"]) {
  const file = require.resolve(name, { paths: [sdk] });
  require.cache[file] = { id: file, filename: file, loaded: true, exports: loadedLate(file) };
}

/** Stands for a module until something of it is asked for. */
function loadedLate(file) {
  let loaded;
  const load = () => {
    if (loaded === undefined) {
      delete require.cache[file];
      loaded = require(file);
    }
    return loaded;
  };
  return new Proxy(
    {},
    {
      // An import of all would copy what there is; one that is marked so is taken as it is.
      get: (_, name) => name === "__esModule" || load()[name],
      has: (_, name) => name in load(),
    },
  );
}
