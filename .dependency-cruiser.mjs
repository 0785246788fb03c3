/**
 * Who may import whom, types included: each row is a folder, what it may import besides its own files, and
 * why. The rows of the lifecycle are from the bottom to the top.
 */
const node = "^node:|^[a-z_]+(/promises)?$";
const pulumi = "node_modules/@pulumi/pulumi/";
const zod = "node_modules/zod/";
const facts = ["^contract/"];
const plain = ["^provider/(clock|display|errors|scrub)\\.ts$"];
const written = ["^provider/definition/", zod, ...facts, ...plain];
const nearest = "^contract/values/nearest\\.ts$";

const lifecycle = [
  "record",
  "identity",
  "run",
  "lists",
  "operation",
  "lookup",
  "hooks",
  "reconcile",
  "create",
  "delete",
];

/** Those of one level know nothing of each other; `engine` and `index` are files. */
const platform = [
  ["store", "picture"],
  ["access", "faults"],
  ["kinds"],
  ["engine"],
  ["http", "traffic"],
  ["control"],
  ["page"],
  ["index"],
  ["testing"],
];

const rows = [
  [
    "^contract/(?!costs/)",
    ["^contract/(?!costs/)"],
    "Facts about the platform's API have no behaviour.",
  ],
  [
    "^contract/costs/",
    [...facts, zod],
    "Prices and forecasts are pure functions over the contract.",
  ],
  [
    "^sqlite/",
    [],
    "The platform and the provider share no more than how a file of SQLite is opened.",
  ],
  ["^platform/picture/", ["node_modules/@dagrejs/"], "Pictures are drawn from data alone."],
  [
    "^platform/(?!picture/|testing/)",
    [
      ...facts,
      "^platform/",
      "^sqlite/",
      "^package.json$",
      "node_modules/(hono|@hono|httpxy|zod|preact)",
    ],
    "The honest other end never has the client's code.",
  ],
  ...platform.flatMap((level, at) =>
    level.map((name) => [
      `^platform/${name}[/.]`,
      [`^platform/(${[name, ...platform.slice(0, at).flat()].join("|")})[/.]`, "^(?!platform/)"],
      "No import of the platform runs up.",
    ]),
  ),
  [
    "^platform/kinds/common/",
    [...facts, "^platform/(?!kinds/[^/]+$)", "node_modules/zod/"],
    "The kinds share it, so it knows none of them.",
  ],
  [
    "^provider/[^/]+$",
    [...facts, "^provider/[^/]+$"],
    "Clock, errors and words are below all folders of the provider.",
  ],
  [
    "^provider/http/",
    [
      ...facts,
      ...plain,
      "^provider/coordination/permits\\.ts$",
      "^provider/setting-names.ts$",
      "node_modules/undici/",
    ],
    "A request works from a plain script.",
  ],
  [
    "^provider/coordination/",
    [...facts, ...plain, "^sqlite/", zod, "node_modules/(@types/)?pg/"],
    "What programs share is stored without knowing what sends and creates.",
  ],
  [
    "^provider/definition/",
    [...facts, ...plain, "^provider/setting-names.ts$", pulumi, zod],
    "A resource file is written with it, so it knows neither lifecycle nor requests.",
  ],
  [
    "^provider/lifecycle/",
    [
      ...written,
      "^provider/lifecycle/",
      "^provider/coordination/journal\\.ts$",
      "^provider/http/api\\.ts$",
    ],
    "Pure orchestration: no requests, no Pulumi, no kind by name.",
  ],
  ...lifecycle.map((room, at) => [
    `^provider/lifecycle/${room}/`,
    [
      ...written,
      `^provider/lifecycle/(${lifecycle.slice(0, at + 1).join("|")})/`,
      "^provider/coordination/journal\\.ts$",
      "^provider/http/api\\.ts$",
    ],
    "No import of the lifecycle runs up.",
  ]),
  [
    "^provider/connection/",
    [...facts, "^provider/", "^sqlite/", "^platform/index\\.ts$", zod],
    "The one place that opens connections or the embedded platform; it knows no class and no Pulumi.",
  ],
  [
    "^provider/inventory/",
    [...facts, "^provider/(definition|lifecycle)/", ...plain, zod],
    "An inventory only reads.",
  ],
  [
    "^provider/plugin/",
    [...facts, "^provider/", pulumi],
    "The second door to the lifecycle is given the classes as an argument.",
  ],
  [
    "^provider/process/",
    [...facts, "^provider/", pulumi],
    "The first door, Pulumi's protocol of dynamic providers, is given the classes as well.",
  ],
  [
    "^resources/(access|compute|monitoring|network|storage)/",
    [
      ...written,
      "^resources/(raw|provider|_arguments)\\.ts$",
      "^resources/(access|compute|monitoring|network|storage)/",
      pulumi,
      zod,
    ],
    "A resource states facts and is given a session.",
  ],
  [
    "^resources/lookups/",
    [
      ...written,
      "^provider/connection/query\\.ts$",
      "^resources/(access|compute|monitoring|network|storage)/",
      "^resources/[^/]+$",
      pulumi,
      zod,
    ],
    "A lookup asks through one door of the connection.",
  ],
  [
    "^resources/components/",
    ["^resources/index\\.ts$", "^contract/costs/index\\.ts$", nearest, pulumi],
    "A component is built as users build theirs.",
  ],
  [
    "^provider/definition/(resource-class|arguments)\\.ts$",
    ["^provider/definition/(arguments|bundle-warning|config-warnings|native)\\.ts$", pulumi],
    "Every user's program loads it, so it loads next to nothing.",
  ],
  [
    "^policies/",
    [
      "^resources/index\\.ts$",
      "^contract/costs/index\\.ts$",
      "^contract/price\\.ts$",
      nearest,
      "node_modules/@pulumi/(pulumi|policy)/",
    ],
    "The pack proves the public surface.",
  ],
  [
    "^cli/",
    [
      ...facts,
      "^platform/",
      "^provider/",
      "^resources/_(registry|lookups)\\.ts$",
      "^package\\.json$",
      "node_modules/",
    ],
    "The command reads; the lifecycle changes objects.",
  ],
  [
    "^platform/testing/",
    [...facts, "^platform/", "^provider/", "^resources/", pulumi, "node_modules/vitest/"],
    "A user's tests run on the embedded platform.",
  ],
  [
    "^examples/",
    ["^package\\.json$", "node_modules/", "^dist/", "^policies/pack\\.cjs$"],
    "An example uses the package as its users do.",
  ],
];

/** Whatever else is named from a folder is refused; of packages, too. */
function forbidden([from, allowed, why]) {
  const own = from.endsWith("/") ? [from] : [];
  return {
    name: `${from.replace(/[\\^$]|\\(\\?!.*\\)/g, "")}: ${why}`,
    severity: "error",
    from: { path: from },
    to: { pathNot: [...own, ...allowed, node], dependencyTypesNot: ["core"] },
  };
}

export default {
  forbidden: [
    ...rows.map(forbidden),
    {
      name: "a folder of the platform is entered by its index",
      severity: "error",
      from: { path: "^platform/([^/]+)/" },
      to: { path: "^platform/[^/]+/(?!index\\.ts$)", pathNot: "^platform/$1/" },
    },
    {
      name: "a folder of the platform is entered by its index, but for what is loaded late",
      severity: "error",
      from: { path: "^(?!platform/[^/]+/)" },
      to: {
        path: "^platform/[^/]+/(?!index\\.ts$)",
        pathNot: "^platform/(control/app|http/serve)\\.ts$",
      },
    },
    {
      name: "the library of PostgreSQL is loaded once a database is set",
      severity: "error",
      from: { pathNot: "^provider/coordination/postgres/" },
      to: {
        path: ["^provider/coordination/postgres/", "node_modules/pg/"],
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "no circles",
      severity: "error",
      // A class and the arguments of others, which may be objects of it, name each other's types.
      from: { pathNot: "^resources/" },
      to: { circular: true },
    },
    {
      name: "no circles of values",
      severity: "error",
      from: { path: "^resources/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
    exclude: { path: "^(dist|test|scripts)/" },
  },
};
