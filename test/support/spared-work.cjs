// Spares each program what Pulumi does at its start and nothing of this package asks for.
const paths = [require.resolve("@pulumi/pulumi")];
const ofPulumi = (name) => require(require.resolve(name, { paths }));

// V8's debugger is told of every script for the texts of functions; where one is asked for, that still happens.
ofPulumi("@pulumi/pulumi/runtime/closure/v8Hooks.js").isInitializedAsync = async () => {};

// Lines of Pulumi's own files stay as they are in traces: its maps are large, and the trace of a program's stack reads them.
const unmapped = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" });
ofPulumi("source-map-support").install({
  retrieveSourceMap: (url) => (url.includes("/@pulumi/pulumi/") ? { url, map: unmapped } : null),
});
