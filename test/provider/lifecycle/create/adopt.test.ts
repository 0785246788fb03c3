import { describe, expect, test } from "vitest";
import { PartialFailure } from "../../../../provider/errors.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { instance } from "../../../../resources/compute/instance.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import {
  declared,
  errorOf,
  keyMark,
  newContext,
  partialFailureOf,
  world,
} from "../../../support/session.ts";
import { samples } from "../../../support/session-inputs.ts";
import { toy } from "../../../support/session-toy.ts";

const inputs = declared({ name: "data", region: "eu", sizeGb: 10, adopt: "vol_1" });
const there = { id: "vol_1", name: "data", region: "eu", size_gb: 10, status: "available" };
const read = "GET /v1/volumes/vol_1";
const toyInputs = declared({ level: 2, adopt: "x_1" });
const toyThere = { id: "x_1", level: 1, status: "active" };
const readToy = "GET /v1/load-balancers/x_1";
const updateToy = "PATCH /v1/load-balancers/x_1";

describe("taking over an object", () => {
  test("creates nothing and stores it as if it were made here", async () => {
    const context = newContext([{ call: read, answer: there }]);
    expect(await create(context, volume, inputs)).toEqual({
      id: "vol_1",
      state: {
        __adoptedAt: context.clock.now(),
        ...inputs,
        status: "available",
        __world: world,
        __seenBy: keyMark,
        __routes: { "GET /v1/volumes/{volume_id}": "works" },
        __echoes: ["name", "region", "sizeGb"],
      },
    });
    expect(context.said).toEqual([]);
  });

  test("brings what can be updated in line", async () => {
    const context = newContext([
      { call: readToy, answer: toyThere },
      { call: updateToy, body: { level: 2 }, answer: { ...toyThere, level: 2 } },
    ]);
    const { state } = await create(context, toy, toyInputs);
    expect(state).toMatchObject({ level: 2, __echoes: [] });
  });

  test("refuses what could not be undone: a preview shows no difference", async () => {
    const context = newContext([{ call: read, answer: there }]);
    const { code, message } = await errorOf(() =>
      create(context, volume, { ...inputs, sizeGb: 200 }),
    );
    expect(code).toBe("input");
    expect(message).toBe(
      'volume "main" was not adopted: sizeGb of vol_1 is 10, but the program says 200, and that cannot be undone. Make the program say what is there, and change it in the next `pulumi up`.',
    );
  });

  test("keeps apart what could not be brought in line, so that the next diff finds it", async () => {
    const context = newContext([
      { call: readToy, answer: toyThere },
      { call: updateToy, body: { level: 2 }, status: 405, text: "no page" },
    ]);
    const failure = await partialFailureOf(() => create(context, toy, toyInputs));
    expect(failure.properties).toMatchObject({ level: 1 });
  });

  test.each([
    ["region", { region: "us" }, 'region of vol_1 is "eu", but the program says "us"'],
    ["sizeGb, smaller", { sizeGb: 5 }, "sizeGb of vol_1 is 10, but the program says 5"],
    ["name", { name: "other" }, 'name of vol_1 is "data", but the program says "other"'],
  ])("is refused when it would have to be replaced: %s", async (_name, change, problem) => {
    const context = newContext([{ call: read, answer: there }]);
    const error = await errorOf(() => create(context, volume, { ...inputs, ...change }));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.code).toBe("input");
    expect(error.message).toBe(
      `volume "main" was not adopted: ${problem}, and it cannot be updated. Make the program say what is there.`,
    );
  });

  test.each(["********", "alpha", ""])(
    "does not compare a secret, which is shown as %j",
    async (token) => {
      const answer = { id: "x_1", token, status: "active" };
      const call = { call: "GET /v1/load-balancers/x_1", answer };
      const context = newContext([call]);
      const { state } = await create(context, toy, declared({ token: "beta", adopt: "x_1" }));
      expect(state["token"]).toBe("beta");
      expect(context.said.join()).not.toMatch(/alpha|beta/);
    },
  );

  test("keeps the name it has when the program gives none", async () => {
    const context = newContext([{ call: read, answer: { ...there, name: "old" } }]);
    const { name: _name, ...rest } = inputs;
    const { state } = await create(context, volume, { ...rest, __generatedName: true });
    expect(state).toMatchObject({ name: "old", __generatedName: true });
  });

  test("keeps the name it has when ours was made up for another", async () => {
    const context = newContext([{ call: read, answer: { ...there, name: "old" } }]);
    const { state } = await create(context, volume, { ...inputs, __generatedName: true });
    expect(state).toMatchObject({ name: "old", __echoes: ["name", "region", "sizeGb"] });
    const call = "GET /v1/load-balancers/lb_1";
    const shown = { id: "lb_1", name: "old", region: "eu", status: "active" };
    const generated = { name: "main-abcdefgh", __generatedName: true, adopt: "lb_1" };
    const balancer = newContext([{ call, answer: shown }]);
    const given = declared({ ...generated, region: "eu" });
    expect((await create(balancer, loadBalancer, given)).state).toMatchObject({ name: "old" });
  });

  test("finds what has a name alone, of which the list shows no id", async () => {
    const list = { call: "GET /api/v1/networks", answer: [{ name: "old" }] };
    const given = declared({ name: "main-abcdefgh", __generatedName: true, adopt: "old" });
    const { id, state } = await create(newContext([list]), network, given);
    expect([id, state]).toMatchObject(["old", { name: "old", __seenBy: keyMark }]);
  });

  test("leaves alone what the program does not give", async () => {
    const answer = { ...there, filesystem: "xfs" };
    const { state } = await create(newContext([{ call: read, answer }]), volume, inputs);
    expect(state).not.toHaveProperty("filesystem");
  });

  test("takes the inputs as true where nothing can be read, and says so once", async () => {
    const context = newContext([], { assumedRoutes: "never" });
    const unseen = { ...inputs, adoptUnseen: true };
    const { id, state } = await create(context, volume, unseen);
    expect(id).toBe("vol_1");
    expect(state).toMatchObject({ ...unseen, __echoes: [] });
    expect(compare(newContext(), volume, { id, state, inputs }).changes).toBe(false);
    expect(context.said).toEqual([
      'warning: volume "main": vol_1 cannot be read, so its inputs are taken as true.',
    ]);
  });

  test.each([
    ["nothing reads it", [], "never"],
    [
      "a 404 may mean that nothing does",
      [{ call: read, status: 404, answer: { error: "no" } }],
      "try",
    ],
  ] as const)("is refused where %s, unless it is said to be there", async (_why, calls, routes) => {
    const context = newContext(calls, { assumedRoutes: routes });
    const error = await errorOf(() => create(context, volume, inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({
      code: "notFound",
      message:
        'volume "main" was not adopted: the platform does not show a volume vol_1. Correct `adopt`; if the console shows it, set adoptUnseen: true, which takes the inputs as true.',
    });
  });

  test("of what is proven not to be there is an error", async () => {
    const listed = newContext(
      [1, 2, 3].map(() => ({ call: "GET /v1/instances", answer: [] })),
      { assumptions: { "routes.instance.get": "none" } },
    );
    const given = declared({ region: "eu", plan: "small", image: "x", adopt: "inst_9" });
    const error = await errorOf(() => create(listed, instance, given));
    expect(error.code).toBe("notFound");
    expect(error.message).toBe(
      'instance "main" was not adopted: there is no instance inst_9. Correct `adopt`, or remove it to create one.',
    );
  });

  test.each(["", "vol 1", "vol_1?", "../vol_1", "vol_1/", "/"])(
    "by %j is refused before anything is sent",
    async (adopt) => {
      const error = await errorOf(() => create(newContext(), volume, { ...inputs, adopt }));
      expect(error.message).toBe(
        `volume "main" was not adopted: \`adopt\` must be its id, not "${adopt}".`,
      );
    },
  );

  test("keeps the object when an update of it fails", async () => {
    const context = newContext([
      { call: readToy, answer: toyThere },
      { call: updateToy, body: { level: 2 }, status: 409, answer: { error: "busy" } },
      { call: readToy, answer: toyThere },
    ]);
    const failure = await partialFailureOf(() => create(context, toy, toyInputs));
    expect(failure).toMatchObject({ id: "x_1", code: "refused" });
    expect(failure.properties).toMatchObject({ status: "active", __unfinished: failure.message });
  });

  test("does not mind how certificates are divided and ordered", async () => {
    const [leaf, authority] = [makeCertificate(), makeCertificate({ commonName: "authority" })];
    const answer = {
      id: "cert_1",
      certificate: leaf.certificate,
      certificate_chain: authority.certificate,
    };
    const context = newContext([{ call: "GET /v1/certificates/cert_1", answer }]);
    const given = declared({
      privateKey: leaf.privateKey,
      certificate: `${leaf.certificate}\n${authority.certificate}`,
      adopt: "cert_1",
      __generatedName: true,
    });
    expect((await create(context, certificate, given)).id).toBe("cert_1");
  });

  test("takes a private key that is masked for the one it has", async () => {
    const { certificate: pem, privateKey } = makeCertificate();
    const answer = { id: "cert_1", certificate: pem, private_key: "********" };
    const context = newContext([{ call: "GET /v1/certificates/cert_1", answer }]);
    const given = declared({
      privateKey,
      certificate: pem,
      adopt: "cert_1",
      __generatedName: true,
    });
    expect((await create(context, certificate, given)).state).toMatchObject({ privateKey });
  });

  test("replaces the rules of a load balancer as a whole", async () => {
    const { name: _name, ...given } = samples["network:LoadBalancer"] ?? {};
    const answer = {
      id: "lb_1",
      name: "old",
      region: "eu",
      algorithm: "round_robin",
      status: "active",
    };
    const context = newContext([
      { call: "GET /v1/load-balancers/lb_1", answer },
      {
        call: "PATCH /v1/load-balancers/lb_1",
        body: {
          name: "old",
          algorithm: "ip_hash",
          backend_instances: ["inst_1", "inst_2"],
          forwarding_rules: [
            {
              entry_port: 443,
              entry_protocol: "https",
              target_port: 8080,
              target_protocol: "http",
              certificate_id: "cert_1",
            },
            { entry_port: 80, entry_protocol: "http", target_port: 8080, target_protocol: "http" },
          ],
          health_check: {
            protocol: "http",
            port: 8080,
            path: "/",
            interval: 10,
            timeout: 5,
            threshold: 3,
          },
        },
        answer: { ...answer, algorithm: "ip_hash" },
      },
    ]);
    const adopting = declared({ ...given, adopt: "lb_1", __generatedName: true });
    const { state } = await create(context, loadBalancer, adopting);
    expect(state).toMatchObject({ name: "old", algorithm: "ip_hash" });
  });
});
