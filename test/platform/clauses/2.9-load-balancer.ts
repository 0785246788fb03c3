import { expect } from "vitest";
import { defaultAssumptions } from "../../../contract/assumptions.ts";
import { servePlatform } from "../../../platform/index.ts";
import { get, listening } from "../traffic/world.ts";
import { certificate, healthCheck, loadBalancer, rule } from "./bodies.ts";
import { type Clause, notShown, outside, settled, tested } from "./clause.ts";
import { field, noArrays, noIntegers, noObjects, noStrings } from "./field.ts";
import type { Thing, World } from "./world.ts";

const route = "POST /v1/load-balancers";

export const loadBalancerClauses: readonly Clause[] = [
  field(["2.9", "name string yes"], request, ...noStrings),
  field(["2.9", "region string yes"], request, ...noStrings),
  tested("2.9", "forwarding_rules array of rule yes see below", async (world) => {
    const [, { forwarding_rules: _rules, ...rest }] = await request(world);
    await world.refused(route, rest);
    for (const forwarding_rules of [...noArrays, [7]]) {
      await world.refused(route, { ...rest, forwarding_rules });
    }
    const rules = [rule(), { ...rule(), entry_port: 8080 }];
    const made = await world.ok(route, { ...rest, forwarding_rules: rules });
    expect(made).toMatchObject({ forwarding_rules: rules });
  }),
  field(["2.9", "health_check object yes see below"], request, ...noObjects),
  tested("2.9", "backend_instances array of instance ids yes", async (world) => {
    const [, { backend_instances, ...rest }] = await request(world);
    await world.refused(route, rest);
    for (const wrong of [...noArrays, [7]]) {
      await world.refused(route, { ...rest, backend_instances: wrong });
    }
    const unknown = { ...rest, backend_instances: ["inst_unknown"] };
    expect((await world.send(route, unknown)).status).toBe(404);
    expect(await world.ok(route, { ...rest, backend_instances })).toMatchObject({
      backend_instances,
    });
  }),
  ruleClause("entry_port (integer)", "entry_port", noIntegers, [443]),
  ruleClause("entry_protocol (http, https shown)", "entry_protocol", ["ftp", 7], ["http"]),
  tested("2.9", "https shown", async (world) => {
    const certificate_id = await world.id("POST /v1/certificates", certificate());
    const secure = { ...rule(), entry_port: 443, entry_protocol: "https", certificate_id };
    const made = await world.ok(route, withRule((await request(world))[1], secure));
    expect(made).toMatchObject({ forwarding_rules: [secure] });
  }),
  ruleClause("target_port (integer)", "target_port", noIntegers, [9090]),
  ruleClause("target_protocol (http shown)", "target_protocol", ["ftp", 7], ["http"]),
  tested("2.9", "certificate_id (string cert_<id>", async (world) => {
    const [, body] = await request(world);
    const secure = { ...rule(), entry_port: 443, entry_protocol: "https" };
    await world.refused(route, withRule(body, { ...secure, certificate_id: 7 }));
    const unknown = withRule(body, { ...secure, certificate_id: "cert_unknown" });
    expect((await world.send(route, unknown)).status).toBe(404);
  }),
  tested("2.9", "optional", async (world) => {
    const [, body] = await request(world);
    await world.ok(route, withRule(body, rule()));
  }),
  settled("2.9", "used on https entry rules)", "an https entry needs one, and no other takes one"),
  checkClause("Health check: protocol (string)", "protocol", noStrings, "http"),
  checkClause("port (integer)", "port", noIntegers, 9090),
  checkClause("path (string)", "path", noStrings, "/healthz"),
  checkClause("interval", "interval", noIntegers, 20),
  checkClause("timeout", "timeout", noIntegers, 4),
  checkClause("threshold (integers)", "threshold", noIntegers, 2),
  settled("2.9", "Units of interval and timeout: not shown.", "seconds"),
  tested("2.9", "round_robin (default", async (world) => {
    const [, body] = await request(world);
    const made = await world.ok(route, body);
    expect(made[algorithm]).toBeOneOf([undefined, "round_robin"]);
    await world.ok(route, { ...body, name: "other", [algorithm]: "round_robin" });
  }),
  outside("2.9", "stateless services)", "advice on when to choose an algorithm"),
  algorithmClause("least_connections (mixed request durations)", "least_connections"),
  algorithmClause("ip_hash", "ip_hash"),
  tested("2.9", "(sticky by client IP)", async (world) => {
    const backends = [await world.instance("one"), await world.instance("two")];
    const fields = {
      ...loadBalancer("one"),
      backend_instances: backends,
      [algorithm]: "ip_hash",
    };
    const id = await world.id(route, fields);
    world.pass(600);
    world.platform.configure({ traffic: true });
    const server = await servePlatform(world.platform, 0);
    const { url } = await listening(world.platform, `${id}/${rule().entry_port}`);
    await expect.poll(async () => (await get(url)).status).toBe(200);
    for (const localAddress of ["127.0.0.1", "127.0.0.2", "127.0.0.3"]) {
      const answers = await Promise.all([1, 2, 3].map(() => get(url, { localAddress })));
      expect(new Set(answers.map(({ name }) => name)).size).toBe(1);
    }
    await server.close();
  }),
  notShown(
    "2.9",
    "Name of the request field that selects the algorithm: not shown.",
    "fields.algorithm",
  ),
  pemClause("Certificate: name", "name"),
  pemClause("private_key", "private_key"),
  pemClause("Certificate: … certificate,", "certificate"),
  tested("2.9", "certificate_chain (all strings", async ({ ok, refused }) => {
    const body = certificate();
    for (const certificate_chain of noStrings) {
      await refused("POST /v1/certificates", { ...body, certificate_chain });
    }
    await ok("POST /v1/certificates", body);
  }),
  tested("2.9", "PEM text", async ({ refused }) => {
    for (const name of ["private_key", "certificate", "certificate_chain"]) {
      await refused("POST /v1/certificates", { ...certificate(), [name]: "not PEM" });
    }
  }),
  tested("2.9", "the private key is sent once and is a secret", async ({ platform, send }) => {
    const made = await send("POST /v1/certificates", certificate());
    const listed = await send("GET /v1/certificates");
    const shown = JSON.stringify([made.body, listed.body, platform.snapshot()]);
    expect(shown).toContain("site");
    expect(shown).not.toContain("PRIVATE KEY");
    expect(shown).not.toContain(certificate().private_key.split("\n")[1]);
  }),
];

const algorithm = defaultAssumptions["fields.algorithm"];

async function request(world: World): Promise<readonly [string, Thing]> {
  return [route, loadBalancer(await world.instance())];
}

function withRule(body: Thing, one: Thing): Thing {
  return { ...body, forwarding_rules: [one] };
}

/** A field of a rule: wrong values are refused, right ones shown. */
function ruleClause(
  words: string,
  name: string,
  wrong: readonly unknown[],
  right: readonly unknown[],
): Clause {
  return tested("2.9", words, async (world) => {
    const [, body] = await request(world);
    for (const value of [...wrong, undefined]) {
      await world.refused(route, withRule(body, { ...rule(), [name]: value }));
    }
    for (const value of right) {
      const made = await world.ok(route, withRule(body, { ...rule(), [name]: value }));
      expect(made).toMatchObject({ forwarding_rules: [{ [name]: value }] });
    }
  });
}

function checkClause(
  words: string,
  name: string,
  wrong: readonly unknown[],
  right: unknown,
): Clause {
  return tested("2.9", words, async (world) => {
    const [, body] = await request(world);
    for (const value of wrong) {
      await world.refused(route, { ...body, health_check: { ...healthCheck(), [name]: value } });
    }
    const check = { ...healthCheck(), [name]: right };
    const made = await world.ok(route, { ...body, health_check: check });
    expect(made).toMatchObject({ health_check: check });
  });
}

function algorithmClause(words: string, value: string): Clause {
  return tested("2.9", words, async (world) => {
    const [, body] = await request(world);
    await world.refused(route, { ...body, [algorithm]: "fastest" });
    const made = await world.ok(route, { ...body, [algorithm]: value });
    expect(made).toMatchObject({ [algorithm]: value });
  });
}

function pemClause(words: string, name: string): Clause {
  return tested("2.9", words, async ({ id, refused }) => {
    for (const value of [...noStrings, undefined, ""]) {
      await refused("POST /v1/certificates", { ...certificate(), [name]: value });
    }
    expect(await id("POST /v1/certificates", certificate())).toMatch(/^cert_\w+$/);
  });
}
