import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCertificate } from "../support/certificate.ts";
import { openStack, type TestStack } from "../support/stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack[Symbol.asyncDispose]());

type Case = readonly [what: string, program: string, reason: string];

function volume(args: string): string {
  return `new hosting.Volume("it", { region: "eu-1", sizeGb: 10, ${args} });`;
}

const volumes: readonly Case[] = [
  ["a region that is a number", volume("region: 1"), "region must be a string, not the number 1"],
  ["a negative size", volume("sizeGb: -1"), "sizeGb must be at least 1"],
  [
    "an unknown input",
    volume("size: 10"),
    "size is not an input of a volume; did you mean sizeGb?",
  ],
  [
    "a bad timeout",
    volume('timeouts: { create: "soon" }'),
    'timeouts.create must be one of create, read, update, delete with seconds or a text like "15m"',
  ],
];

function instance(args: string): string {
  return `new hosting.Instance("it", { region: "eu-1", plan: "small", ${args} });`;
}

const machines: readonly Case[] = [
  [
    "neither image nor source",
    instance(""),
    "exactly one of image and source must be given; neither is given",
  ],
  [
    "both image and source",
    instance('image: "debian/13", source: { imageId: "img_1" }'),
    "exactly one of image and source must be given; both are given",
  ],
  [
    "a memory size without a unit",
    'new hosting.Container("it", { image: "debian/13", memoryLimit: "2 gigs" });',
    'memoryLimit must be a size like "512MiB" or "2GiB"',
  ],
];

function forward(args: string): string {
  const base = 'instanceName: "web", protocol: "tcp", publicPort: 20001, targetPort: 80';
  return `new hosting.PortForward("it", { ${base}, ${args} });`;
}

const forwards: readonly Case[] = [
  ["a port out of range", forward("targetPort: 70000"), "targetPort must be at most 65535"],
  [
    "target port 25",
    forward("targetPort: 25"),
    "targetPort 25 is refused unless support has enabled mail; then set hosting:mailEnabled to true",
  ],
  [
    "public port 80",
    forward("publicPort: 80"),
    "publicPort 80 is not available on shared IPv4; use a port of the container's block",
  ],
];

function balancer(rules: string, args = ""): string {
  return `
const http = { entryPort: 80, entryProtocol: "http", targetPort: 80, targetProtocol: "http" };
new hosting.LoadBalancer("it", {
  region: "eu-1",
  forwardingRules: [${rules}],
  healthCheck: { protocol: "http", port: 80, interval: 10, timeout: 5, threshold: 3 },
  backendInstances: ["inst_1"],
  ${args}
});`;
}

const balancers: readonly Case[] = [
  [
    "an https rule without certificate",
    balancer('{ ...http, entryProtocol: "https" }'),
    "forwardingRules[0] is https and needs a certificateId",
  ],
  [
    "a certificate on an http rule",
    balancer('{ ...http, certificateId: "cert_1" }'),
    "forwardingRules[0] has a certificateId, which only https entries use",
  ],
  [
    "two rules on one port",
    balancer("http, http"),
    "two forwardingRules listen on entryPort 80; every rule needs a port of its own",
  ],
  [
    "no backends",
    balancer("http", "backendInstances: []"),
    "backendInstances must have at least 1 entry",
  ],
];

function firewall(rule: string): string {
  return `new hosting.Firewall("it", { inbound: [{ protocol: "tcp", ${rule} }], outbound: [] });`;
}

const firewalls: readonly Case[] = [
  [
    "sources that a config left empty",
    `const office = new pulumi.Config().getObject("office") ?? []; ${firewall('ports: ["5432"], sources: office')}`,
    "inbound[0].sources is empty; leave it out for anywhere, or take the rule out for none",
  ],
  [
    "no ports",
    firewall("ports: []"),
    "inbound[0].ports is empty; leave it out for every port, or take the rule out for none",
  ],
];

const { certificate, privateKey } = makeCertificate();

function tls(pem: string, key: string): string {
  return `new hosting.Certificate("it", ${JSON.stringify({ certificate: pem, privateKey: key })});`;
}

const certificates: readonly Case[] = [
  [
    "a key of another certificate",
    tls(certificate, makeCertificate().privateKey),
    "privateKey does not belong to certificate; use the key it was issued for",
  ],
  [
    "a certificate that is not PEM",
    tls("hello", privateKey),
    'certificate is not PEM text that can be read; it must hold whole "-----BEGIN …-----" blocks',
  ],
  [
    "a key that is not PEM",
    tls(certificate, "hello"),
    'privateKey is not PEM text that can be read; it must hold whole "-----BEGIN …-----" blocks',
  ],
  [
    "a private key in the place of the certificate",
    tls(privateKey, certificate),
    "certificate holds a private key, which would be shown; set it as privateKey alone",
  ],
];

it.each([...volumes, ...machines, ...forwards, ...balancers, ...firewalls, ...certificates])(
  "%s is explained at preview in one line",
  async (_what, program, reason) => {
    stack.program(program);
    const { errors, output } = await stack.preview({ fails: true });
    expect(errors.map((error) => error.split(" has a problem: ").at(-1))).toEqual([reason]);
    expect(output).not.toContain("map[");
    expect(output).not.toContain(privateKey.split("\n")[1]);
    expect(output).not.toMatch(/^ +at /m);
    expect(stack.requests()).toEqual([]);
  },
);

it("the option import is refused in one line that names adopt", async () => {
  stack.program('new hosting.FloatingIp("it", { region: "eu-1" }, { import: "fip_1" });');
  const { errors, output } = await stack.preview({ fails: true });
  expect(errors).toEqual([
    'The import option does not work for network:FloatingIp: Pulumi cannot import dynamic resources. Set the input adopt: "<id>" instead.',
  ]);
  expect(output).not.toMatch(/^ +at /m);
  expect(stack.requests()).toEqual([]);
});
