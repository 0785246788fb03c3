import { describe, expect, onTestFinished, test } from "vitest";
import { servePlatform } from "../../../platform/index.ts";
import { sender } from "../../platform/support.ts";
import { balancer, instances, Program } from "../../platform/traffic/world.ts";
import { byFile, byUrl, type Seat } from "./seat.ts";

/** A load balancer in front of two instances, served in another process's place. */
async function fronted(seat: Seat) {
  const { platform } = seat;
  platform.configure({ traffic: true, bootSeconds: 0 });
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  const send = sender(platform);
  const id = await balancer(send, await instances(send, 2));
  const found = () => platform.traffic().entries[0];
  await expect.poll(() => found()?.url).toMatch(/^http:/);
  return { id, url: found()?.url };
}

describe.each([
  ["by its file", byFile],
  ["by its address", byUrl],
])("the traffic of a platform that is found %s", (_name, open) => {
  test("is printed, and as JSON equals the platform's answer", async () => {
    const seat = await open();
    const { url } = await fronted(seat);
    const [first, second] = (await seat.run("traffic")).stdout.split("\n  ");
    expect(first).toBe(`load balancer front, http 198.18.0.3:80  ${url}`);
    expect(second).toMatch(/^web-0 {2}127\.0\.0\.1:\d+$/);
    const { stdout } = await seat.run("traffic", "--json");
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(seat.platform.traffic())));
  });

  test("goes to the user's program that is named, until none is", async () => {
    const seat = await open();
    await fronted(seat);
    const { address } = await Program.start("mine");
    const bound = await seat.run("traffic", "--backend", `web-0=${address}`, `web-1=${address}`);
    expect(bound).toMatchObject({ code: 0, stderr: "" });
    const addresses = () =>
      seat.platform.traffic().entries[0]?.backends.map((backend) => backend.address);
    await expect.poll(addresses).toEqual([address, address]);
    await seat.run("traffic", "--backend", "web-0=none");
    await expect.poll(() => addresses()?.[0]).not.toBe(address);
    expect(addresses()?.[1]).toBe(address);
  });

  test.each([
    ["web-0", 'Nothing was done: "web-0" is no backend. Write it like web-1=127.0.0.1:8081'],
    ["web-9=127.0.0.1:80", 'The backend of "web-9" was not set: there is no such instance.'],
    ["web-0=10.0.0.1:80", "is not a port of this machine like 127.0.0.1:8081."],
  ])("%s is refused in one line", async (backend, why) => {
    const seat = await open();
    await fronted(seat);
    const { code, stdout, stderr } = await seat.run("traffic", "--backend", backend);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(why);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

test("what carries nothing says what would", async () => {
  const seat = await byFile();
  const { platform } = seat;
  const said = async () => (await seat.run("traffic")).stdout;
  expect(await said()).toBe(
    "Traffic is off. `npx pulumi-hosting platform --traffic` serves the platform with it.\n",
  );
  platform.configure({ traffic: true });
  expect(await said()).toBe("No process carries traffic. `npx pulumi-hosting platform` does.\n");
  const server = await servePlatform(platform, 0);
  onTestFinished(() => server.close());
  expect(await said()).toBe(
    `Process ${process.pid} carries traffic; there is no load balancer, port forward or assigned floating IP yet.\n`,
  );
});
