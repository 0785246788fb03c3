import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newWorld, temporaryDirectory } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { textsIn } from "../../support/exported-account.ts";
import { answering } from "../answering.ts";

/** An answer by path; a number is a status. Whatever is not there is unknown. */
type Answers = Readonly<Record<string, unknown>>;

/** The result of exporting a platform with these answers. */
async function exported(answers: Answers, ...args: readonly string[]) {
  const { env, asked } = await answering((path) => answers[path] ?? 404);
  const directory = temporaryDirectory();
  const command = ["export", "--out", "infra", "--json", ...args];
  const { code, stdout, stderr } = await runCli(command, { directory, env });
  const { resources = [], gaps = [] } = code === 0 ? JSON.parse(stdout) : {};
  return {
    ...{ code, stderr, asked },
    resources: resources.map(({ type, id }: Answers) => `${type} ${id}`),
    gaps: gaps.map(({ what, why, todo }: Answers) => `${what}: ${why}. ${todo}`),
    files: code === 0 ? textsIn(join(directory, "infra")) : {},
  };
}

/** A platform that shows the documented lists and none of the others. */
const documented = {
  "/api/v1/instances": [],
  "/v1/instances": [],
  "/api/v1/networks": [],
  "/api/v1/firewalls": [],
  "/api/v1/storage/pools": [],
  "/api/v1/storage/buckets": [],
  "/api/v1/monitoring/alerts": [],
} satisfies Answers;

const app = { id: "inst_1", name: "app", region: "eu", plan: "s", image: "debian/13" };
const data = { id: "vol_1", name: "data", region: "eu", size_gb: 10, instance_id: "inst_1" };

describe("what no list shows", () => {
  test("is named with what to do", async () => {
    const { gaps } = await exported(documented);
    expect(gaps).toContainEqual(
      expect.stringMatching(
        /^volumes: GET \/v1\/volumes .*\. Name those you want with --id vol_…\.$/,
      ),
    );
    expect(gaps).toContainEqual(expect.stringMatching(/^project members: .*--id proj_…\.$/));
  });

  test("is read where the ids of other objects tell of it, and what that names, too", async () => {
    const front = {
      ...{ id: "lb_1", name: "front", region: "eu", backend_instances: ["inst_1"] },
      forwarding_rules: [
        {
          ...{ entry_port: 443, entry_protocol: "https", target_port: 80, target_protocol: "http" },
          certificate_id: "cert_1",
        },
      ],
      health_check: { protocol: "tcp", port: 80, interval: 10, timeout: 5, threshold: 3 },
    };
    const { resources, asked, files } = await exported({
      ...documented,
      "/v1/instances": [{ ...app, volumes: ["vol_1"] }],
      "/v1/volumes/vol_1": data,
      "/v1/load-balancers": [front],
      "/v1/load-balancers/lb_1": front,
      "/v1/certificates/cert_1": { id: "cert_1", name: "shop" },
    });
    expect(resources.toSorted()).toEqual([
      "compute:Instance inst_1",
      "network:Certificate cert_1",
      "network:LoadBalancer lb_1",
      "storage:Volume vol_1",
      "storage:VolumeAttachment vol_1/inst_1",
    ]);
    expect(files["network.ts"]).toContain("certificateId: shop,");
    expect(asked).toEqual([...new Set(asked)]);
  });

  test("is named where its id appears somewhere and nothing reads it", async () => {
    const { resources, gaps } = await exported({
      ...documented,
      "/v1/instances": [{ ...app, volumes: ["vol_9"] }],
    });
    expect(resources).toEqual(["compute:Instance inst_1"]);
    expect(gaps).toContainEqual(expect.stringMatching(/^volume vol_9: .*With --id vol_9 /));
  });

  test("is read by an id that is given, or written with its values to fill in", async () => {
    const answers = { ...documented, "/v1/volumes/vol_1": data };
    const ids = ["--id", "vol_1", "--id", "vol_2", "--id", "LoadBalancer:lb_1"];
    const { resources, files } = await exported(answers, ...ids);
    expect(resources).toContain("storage:Volume vol_1");
    expect(files["storage.ts"]).toContain("config.requireNumber(");
    expect(files["network.ts"]).toMatch(
      /config\.requireObject<\s*hosting\.LoadBalancerArgs\["healthCheck"\]/,
    );
  });

  test("is not taken to be there where a whole list does not show it", async () => {
    const answers = { ...documented, "/v1/volumes": [data], "/v1/volumes/vol_1": data };
    const { resources, gaps } = await exported(answers, "--id", "vol_2");
    expect(resources).not.toContain("storage:Volume vol_2");
    expect(gaps).toContainEqual(expect.stringMatching(/^volume vol_2: .*Correct --id\.$/));
  });

  test("is asked of members by the projects that are given", async () => {
    const member = { id: "usr_1", email: "ada@example.com", role: "developer", status: "active" };
    const answers = { ...documented, "/v1/projects/proj_1/members": [member] };
    const { resources } = await exported(answers, "--id", "proj_1");
    expect(resources).toEqual(["access:ProjectMember proj_1/usr_1"]);
  });

  test("is not asked for at all where only documented routes may be", async () => {
    const directory = temporaryDirectory();
    const env = {
      ...{ HOSTING_BACKEND: "embedded", HOSTING_EMBEDDED_FILE: newWorld().file },
      HOSTING_ASSUMED_ROUTES: "never",
    };
    const { stdout } = await runCli(["export", "--out", "infra", "--json"], { directory, env });
    expect(JSON.parse(stdout).gaps).toContainEqual(expect.objectContaining({ what: "volumes" }));
  });
});

describe("lists that tell less than all", () => {
  test("a part of a longer one is named", async () => {
    const { gaps } = await exported({
      ...documented,
      "/v1/instances": { data: [app], total: 2 },
    });
    expect(gaps).toContainEqual(expect.stringMatching(/^instances: .*part.*--id inst_…\.$/));
  });

  test("entries are completed by single answers, as long as these say more", async () => {
    const { id, name } = app;
    const { resources, asked, files } = await exported({
      ...documented,
      "/v1/instances": [
        app,
        { id, name },
        { id: "inst_2", name: "b" },
        { id: "inst_3", name: "c" },
      ].slice(1),
      "/v1/instances/inst_1": { instance: { ...app, source: null } },
      "/v1/instances/inst_2": { instance: { ...app, id: "inst_2", name: "b" } },
      "/v1/instances/inst_3": { instance: { ...app, id: "inst_3", name: "c" } },
    });
    expect(resources).toHaveLength(3);
    expect(asked.filter((url) => url.startsWith("/v1/instances/"))).toHaveLength(3);
    expect(files["compute.ts"]).not.toContain("config.require");
  });

  test("a list that the key may not read is reported, and the rest is exported", async () => {
    const { code, resources, gaps } = await exported({
      ...documented,
      "/v1/instances": [app],
      "/api/v1/networks": 403,
    });
    expect([code, resources]).toEqual([0, ["compute:Instance inst_1"]]);
    expect(gaps).toContainEqual(
      expect.stringMatching(/^networks: .*403.*Use a key that may read them\.$/),
    );
  });

  test("what is being deleted, or is, counts as gone", async () => {
    const { resources } = await exported({
      ...documented,
      "/v1/instances": [
        app,
        { ...app, id: "inst_2", status: "deleting" },
        { ...app, id: "inst_3", status: "DELETED" },
      ],
    });
    expect(resources).toEqual(["compute:Instance inst_1"]);
  });
});

describe("objects that say things in their own way", () => {
  test("one of several prefixes is exported once, as what it shows most of", async () => {
    const address = { ipv6_addresses: ["2001:db8::1"] };
    const { resources } = await exported({
      ...documented,
      "/api/v1/instances": [{ ...address, name: "app", type: "container", image: "debian/13" }],
      "/api/v1/instances/app/ports": [],
      "/v1/instances": [{ ...app, ...address }],
    });
    expect(resources).toEqual(["compute:Instance inst_1"]);
  });

  test("two of one name on several prefixes stay two", async () => {
    const { resources } = await exported({
      ...documented,
      "/api/v1/instances": [
        { name: "app", type: "container", image: "debian/13", ipv6_addresses: ["2001:db8::2"] },
      ],
      "/api/v1/instances/app/ports": [],
      "/v1/instances": [{ ...app, ipv6_addresses: ["2001:db8::1"] }],
    });
    expect(resources).toEqual(["compute:Container app", "compute:Instance inst_1"]);
  });

  test("numbers, units and words are written as programs write them", async () => {
    const { files } = await exported({
      ...documented,
      "/api/v1/instances": [
        { name: "web", image: "debian/13", cpu_limit: null, memory_limit: 1_610_612_736 },
      ],
      "/api/v1/instances/web/ports": [
        { protocol: "TCP", public_port: 20_001, target_port: 80, description: "" },
      ],
    });
    expect(files["compute.ts"]).toContain('memoryLimit: "1536MiB"');
    expect(files["compute.ts"]).toContain('protocol: "tcp"');
  });

  test("an empty list of a rule is left out, as a preview refuses it", async () => {
    const { files, gaps } = await exported({
      ...documented,
      "/api/v1/firewalls": [
        {
          ...{ id: "fw_1", name: "wall", inbound: [] },
          outbound: [{ protocol: "udp", ports: [], destinations: [], description: "" }],
        },
      ],
    });
    expect(files["network.ts"]).toMatch(/outbound: \[\s*\{\s*protocol: "udp",\s*\},\s*\]/);
    expect(gaps.filter((gap: string) => gap.includes("wall"))).toEqual([]);
  });

  test("a limit that no program can say keeps no container out of the program", async () => {
    const { files, gaps } = await exported({
      ...documented,
      "/api/v1/instances": [
        { name: "web", image: "debian/13", cpu_limit: "0-3", memory_limit: "0GiB" },
      ],
      "/api/v1/instances/web/ports": [],
    });
    expect(files["compute.ts"]).toContain('new hosting.Container("web"');
    expect(gaps).toContainEqual(
      expect.stringContaining('cpuLimit and memoryLimit of Container "web"'),
    );
  });

  test("what a rule says besides is named: it would be lost in a replacement", async () => {
    const { gaps } = await exported({
      ...documented,
      "/api/v1/firewalls": [
        {
          ...{ id: "fw_1", name: "wall", outbound: [] },
          inbound: [{ id: 1, protocol: "tcp", ports: ["22"], allowed_from: ["10.0.0.0/8"] }],
        },
      ],
    });
    expect(gaps).toContainEqual(
      expect.stringMatching(/^inbound\[0\]\.allowed_?[fF]rom of Firewall "wall"/),
    );
  });

  test("what no program can say is left to the console", async () => {
    const { resources, gaps } = await exported({
      ...documented,
      "/api/v1/monitoring/alerts": [
        { id: "a1", name: "hot", condition: "gt", threshold: "high", channels: "email" },
      ],
    });
    expect(resources).toEqual([]);
    expect(gaps).toContainEqual(expect.stringMatching(/^alert rule "hot" \(a1\): its threshold /));
  });

  test("a name or an id that no path can hold is asked for nowhere, and named", async () => {
    const { code, asked, resources, gaps } = await exported({
      ...documented,
      "/api/v1/instances": [{ name: "../networks", image: "debian/13", project_id: "a/b" }],
      "/v1/instances": [{ ...app, id: "inst_/../x" }],
    });
    expect([code, resources]).toEqual([0, []]);
    expect(asked.filter((url) => url.includes(".."))).toEqual([]);
    expect(gaps).toContainEqual(expect.stringMatching(/^container "\.\.\/networks": /));
  });

  test("a field that is there twice, as null and as nothing at all, counts as left out", async () => {
    const { files } = await exported({
      ...documented,
      "/api/v1/networks": [{ id: "n1", name: "back", description: null, config: {} }],
    });
    expect(files["network.ts"]).toContain('new hosting.Network("back", {\n  name: "back",\n})');
  });

  test("members are read of the projects that objects say they are in", async () => {
    const member = { id: "usr_1", email: "ada@example.com", role: "viewer", status: "active" };
    const { resources, asked } = await exported({
      ...documented,
      "/v1/instances": [{ ...app, project_id: "proj_7" }],
      "/v1/projects/proj_7/members": [member],
    });
    expect(resources).toContain("access:ProjectMember proj_7/usr_1");
    expect(asked.filter((url) => url.endsWith("/proj_7/members"))).toHaveLength(1);
  });

  test("names with escapes and line breaks reach no terminal", async () => {
    const { gaps } = await exported({
      ...documented,
      "/api/v1/monitoring/alerts": [{ id: "a1", name: "\u001B[31mred\nline", metric: 1 }],
    });
    expect(gaps.join("")).toContain('alert rule "red line"');
  });
});
