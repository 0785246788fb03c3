import { describe, expect, test } from "vitest";
import type { Json } from "../../../../contract/naming.ts";
import type { Definition } from "../../../../provider/definition/definition.ts";
import type { Props } from "../../../../provider/definition/session.ts";
import { create } from "../../../../provider/lifecycle/create/create.ts";
import { compare } from "../../../../provider/lifecycle/diff.ts";
import { read } from "../../../../provider/lifecycle/read.ts";
import { container } from "../../../../resources/compute/container.ts";
import { certificate } from "../../../../resources/network/certificate.ts";
import { network } from "../../../../resources/network/network.ts";
import { volume } from "../../../../resources/storage/volume.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { declared, errorOf, newContext } from "../../../support/session.ts";

const long = "a-value-of-many-parts-".repeat(10);
const longId = `cert_1${"0123456789".repeat(6)}`;
const host = "of-a-shop.in-the-second-region.of-the-platform.example";
const wide = makeCertificate({ commonName: `0.${host}` });
const wider = makeCertificate({ commonName: `1.${host}` });
const [old, renewed] = [makeCertificate(), makeCertificate()];

interface Case {
  readonly definition: Definition;
  readonly call: string;
  readonly there: Json;
  readonly inputs: Props;
  readonly said: string | RegExp;
}

const running = {
  name: "web",
  status: "running",
  ip_addresses: ["198.51.100.1"],
  ipv6_addresses: [],
  port_block: { address: "203.0.113.1", first_port: 20_000, last_port: 20_009 },
};
const ofContainer = { definition: container, call: "GET /api/v1/instances" };
const ofVolume = { definition: volume, call: "GET /v1/volumes/vol_1" };

function keysTo(most: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: most }, (_, at) => [`k${at + 1}`, value]));
}

const cases: Readonly<Record<string, Case>> = {
  "several inputs": {
    ...ofContainer,
    there: [{ ...running, image: "alpine/3", cpu_limit: "9", profile: "large" }],
    inputs: { name: "web", image: "debian/13", cpuLimit: "2", profile: "default", adopt: "web" },
    said: 'image of web is "alpine/3", but the program says "debian/13", and it cannot be updated; cpuLimit and profile differ as well. Make the program say what is there.',
  },
  "one that an update could not take back among them": {
    ...ofVolume,
    there: { id: "vol_1", name: "data", region: "us", size_gb: 10 },
    inputs: { name: "data", region: "eu", sizeGb: 20, adopt: "vol_1" },
    said: 'region of vol_1 is "us", but the program says "eu", and it cannot be updated; sizeGb differs as well. Make the program say what is there, and change it in the next `pulumi up`.',
  },
  "a value that no program can say, and leave out": {
    ...ofVolume,
    there: { id: "vol_1", name: "data", region: "eu", size_gb: 10, filesystem: "btrfs" },
    inputs: { name: "data", region: "eu", sizeGb: 10, filesystem: "xfs", adopt: "vol_1" },
    said: 'filesystem of vol_1 is "btrfs", but the program says "xfs", and it cannot be updated. Leave filesystem out of the program.',
  },
  "a value that no program can say, nor leave out": {
    ...ofVolume,
    there: { id: "vol_1", name: "data", region: "", size_gb: 10 },
    inputs: { name: "other", region: "eu", sizeGb: 10, adopt: "vol_1" },
    said: 'region of vol_1 is "", but the program says "eu", and it cannot be updated; name differs as well. No program can say that: read it with `get` instead.',
  },
  "a size in bytes": {
    ...ofContainer,
    there: [{ ...running, image: "debian/13", memory_limit: "1073741824" }],
    inputs: { name: "web", image: "debian/13", memoryLimit: "2GiB", adopt: "web" },
    said: /^memoryLimit of web is "1\w+", but the program says "2GiB"/,
  },
  "long values": {
    ...ofContainer,
    there: [{ ...running, image: `${long}1` }],
    inputs: { name: "web", image: `${long}2`, adopt: "web" },
    said: /^image of web is "a-.*….*1", but the program says "a-.*….*2", and/,
  },
  "a certificate": {
    definition: certificate,
    call: "GET /v1/certificates/cert_1",
    there: { id: "cert_1", certificate: old.certificate },
    inputs: { ...renewed, adopt: "cert_1", __generatedName: true },
    said: /^certificate of cert_1 is \S+ until [\d-]+ \(SHA-256 (\w+)\), but the program says \S+ until [\d-]+ \(SHA-256 (?!\1)\w+\), and it cannot/,
  },
  "more than there is room for": {
    definition: certificate,
    call: `GET /v1/certificates/${longId}`,
    there: { id: longId, certificate: wide.certificate, certificate_chain: old.certificate },
    inputs: {
      ...{ ...wider, certificateChain: wider.certificate },
      ...{ adopt: longId, __generatedName: true },
    },
    said: /^certificate of cert_1\S* is not what the program says, and it cannot be updated; certificateChain differs as well\. Make/,
  },
  "six keys": {
    definition: network,
    call: "GET /api/v1/networks",
    there: [{ id: "net_1", name: "back", config: keysTo(6, "1") }],
    inputs: { name: "back", config: keysTo(6, "2"), adopt: "net_1" },
    said: /^config of net_1 is not what the program says in k1, k2, k3, k4, k5 and k6, and/,
  },
  "more keys than are worth reading": {
    definition: network,
    call: "GET /api/v1/networks",
    there: [{ id: "net_1", name: "back", config: keysTo(8, "1") }],
    inputs: { name: "back", config: keysTo(8, "2"), adopt: "net_1" },
    said: /^config of net_1 is not what the program says in k1, k2, k3, k4, k5 and 3 more, and/,
  },
  "keys of the user's own, whose values may be secrets": {
    definition: network,
    call: "GET /api/v1/networks",
    there: [{ id: "net_1", name: "back", config: { a: "1", b: "2", c: "hunter1" } }],
    inputs: { name: "back", config: { a: "1", b: "3", c: "hunter2" }, adopt: "net_1" },
    said: "config of net_1 is not what the program says in b and c, and it cannot be updated. Make the program say what is there.",
  },
};

describe("adopting what differs", () => {
  test.each(Object.entries(cases))("in %s says what, and what to do", async (_, one) => {
    const context = newContext([{ call: one.call, answer: one.there }]);
    const error = await errorOf(() => create(context, one.definition, declared(one.inputs)));
    expect(error.code).toBe("input");
    const [, problem = ""] = error.message.split(" was not adopted: ");
    expect(problem).toEqual(
      typeof one.said === "string" ? one.said : expect.stringMatching(one.said),
    );
    expect(error.message.length).toBeLessThanOrEqual(300);
  });

  test("from a default in a word of the platform's own is no reason to refuse it", async () => {
    const shown = { ...running, image: "debian/13", type: "vm" };
    const context = newContext([{ call: ofContainer.call, answer: [shown] }]);
    const inputs = declared({ name: "web", type: "container", image: "debian/13", adopt: "web" });
    const { id, state } = await create(context, container, inputs);
    expect(context.said).toEqual([]);
    const later = newContext([{ call: ofContainer.call, answer: [shown] }]);
    const seen = await read(later, container, { id, props: state });
    expect(seen?.state).toMatchObject({ type: "container" });
    expect(compare(later, container, { id, state: seen?.state ?? {}, inputs }).changes).toBe(false);
    expect(later.said).toEqual([]);
  });
});
