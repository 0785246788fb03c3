import { openPlatform } from "../../platform/index.ts";
import { openExample, type Workspace } from "./workspace.ts";

/** One thing the demonstration shows: the line that is printed, and what is done. */
type Scene = readonly [line: string, action: (workspace: Workspace) => Promise<void>];

const up = ["up", "--yes", "--skip-preview", "--non-interactive"];

const scenes: readonly Scene[] = [
  [
    "Set-up: a stack, the embedded platform, and a certificate whose key is a secret of the stack.",
    ({ run }) => run("node", "setup.ts", "--stack", "demo"),
  ],
  [
    "Preview: what would be created. Nothing is sent to the platform.",
    ({ run }) => run("pulumi", "preview", "--non-interactive"),
  ],
  [
    "Up: two instances with data volumes behind an https load balancer, a floating IP, a container.",
    ({ run }) => run("pulumi", ...up),
  ],
  [
    "Outputs: what the app's users and operators need.",
    ({ run }) => run("pulumi", "stack", "output"),
  ],
  ["Again: a second up has nothing to do.", ({ run }) => run("pulumi", ...up)],
  [
    "Change: volumes grow, a third backend comes, the certificate rotates, the floating IP moves.",
    async ({ run }) => {
      await run("pulumi", "config", "set", "app:dataSizeGb", "40");
      await run("pulumi", "config", "set", "app:instances", "3");
      await run("pulumi", "config", "set", "app:primary", "1");
      await run("node", "setup.ts", "--stack", "demo", "--domain", "www.example.com");
    },
  ],
  [
    "Plan: the preview says what is updated in place, what is replaced, and which field forces it.",
    ({ run }) => run("pulumi", "preview", "--diff", "--non-interactive"),
  ],
  [
    "Apply: volumes keep their data, the new certificate is in use before the old one is deleted.",
    ({ run }) => run("pulumi", ...up),
  ],
  [
    "Release: new instances come up and answer, the load balancer is switched once, the old ones are deleted last.",
    async ({ run }) => {
      await run("pulumi", "config", "set", "app:image", "debian/14");
      await run("pulumi", ...up);
    },
  ],
  [
    "Drift: somebody deletes the worker container behind Pulumi's back; refresh finds out.",
    async ({ run, platformFile }) => {
      await deleteWorker(platformFile);
      await run("pulumi", "refresh", "--yes", "--skip-preview", "--non-interactive");
    },
  ],
  ["Repair: the next up brings the container back.", ({ run }) => run("pulumi", ...up)],
  [
    "Data: volumes with data are protected, so the program first allows deleting them.",
    async ({ run }) => {
      await run("pulumi", "config", "set", "app:allowDataLoss", "true");
      await run("pulumi", ...up);
    },
  ],
  [
    "Destroy: instances are stopped, volumes detached, addresses unassigned, then all is deleted.",
    ({ run }) => run("pulumi", "destroy", "--yes", "--skip-preview", "--non-interactive"),
  ],
  ["Proof: what is left on the platform.", async ({ platformFile }) => proveEmpty(platformFile)],
];

/**
 * Plays all scenes with the built package.
 *
 * @throws Error when a command fails or something is left on the platform.
 */
export async function play({ keep = false } = {}): Promise<void> {
  const workspace = await openExample("load-balanced-app");
  try {
    for (const [at, [line, action]] of scenes.entries()) {
      console.log(`\n━━ ${at + 1}/${scenes.length}  ${line}\n`);
      await action(workspace);
    }
    console.log("\nThat was the whole life of an app. README.md says how to start your own.");
  } finally {
    if (keep) console.log(`\nKept: ${workspace.platformFile}`);
    else workspace.close();
  }
}

/** Does with two plain requests what somebody with a key could do at any time. */
async function deleteWorker(file: string): Promise<void> {
  const platform = openPlatform({ file });
  const name = platform.snapshot().container.find(isWorker)?.["name"];
  const headers = {
    authorization: `Bearer ${platform.rootKey}`,
    "content-type": "application/json",
  };
  const url = `http://embedded/api/v1/instances/${String(name)}`;
  const body = JSON.stringify({ action: "stop" });
  await platform.fetch(new Request(`${url}/action`, { method: "POST", headers, body }));
  const { status } = await platform.fetch(new Request(url, { method: "DELETE", headers }));
  platform.close();
  console.log(`DELETE ${new URL(url).pathname} answered ${status}\n`);
}

function isWorker(container: Readonly<Record<string, unknown>>): boolean {
  return String(container["name"]).startsWith("worker-");
}

function proveEmpty(file: string): void {
  const platform = openPlatform({ file });
  const left = Object.entries(platform.snapshot()).map(([kind, { length }]) => `${kind} ${length}`);
  const writes = platform.requests().filter(({ method }) => method !== "GET").length;
  console.log(
    `${left.join(", ")}; ${platform.requests().length} requests in all, ${writes} writes`,
  );
  const isEmpty = Object.values(platform.snapshot()).every(({ length }) => length === 0);
  platform.close();
  if (!isEmpty) throw new Error("Something was left on the platform.");
}
