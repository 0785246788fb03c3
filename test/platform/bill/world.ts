import { expect } from "vitest";
import type { BillLine, PlatformOptions } from "../../../platform/index.ts";
import { idOf, newWorld, type Send, sender } from "../support.ts";

/** A world in which machines and balancers are ready at once, and what happens in the months of a test. */
export function billedWorld(options: Omit<PlatformOptions, "file" | "clock"> = {}) {
  const world = newWorld(options);
  const { platform, send } = world;
  platform.configure({ bootSeconds: 0, balancerSeconds: 0 });
  return {
    ...world,
    /** Lets the time pass until a moment in UTC, like `2026-02-01` or `2026-02-01 12:30`. */
    at: (moment: string) => platform.clock.jump(momentOf(moment)),
    /** What is sent with a key of the project alone, which is made where it is not there. */
    within: (project: string): Send => {
      const isThere = platform.projects().some(({ id }) => id === project);
      if (!isThere) platform.createProject(project, { id: project });
      const { key } = platform.createKey({ scopes: ["*"], level: "Admin", project });
      return sender(platform, key);
    },
    ...changesBy(send),
  };
}

/** Requests that succeed. */
export function changesBy(send: Send) {
  const done = async (route: string, body?: unknown) => {
    const reply = await send(route, body);
    expect(reply.status, `${route}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    return reply;
  };
  return {
    done,
    volume: async (name: string, size_gb: number) =>
      idOf(await done("POST /v1/volumes", { name, region: "eu", size_gb })),
    floatingIp: async () => idOf(await done("POST /v1/floating-ips", { region: "eu" })),
    instance: async (name: string) =>
      idOf(
        await done("POST /v1/instances", { name, region: "eu", plan: "small", image: "debian/13" }),
      ),
    act: (path: string, action: string) => done(`POST ${path}/action`, { action }),
    image: async (name: string) => {
      const url = "https://images.test/golden.qcow2";
      const body = { name, url, format: "qcow2", os_type: "linux" };
      return idOf(await done("POST /v1/images/import", body));
    },
    balancer: async (name: string) => {
      const rule = { entry_port: 80, entry_protocol: "http", target_port: 80 };
      const check = { protocol: "http", port: 80, interval: 1, timeout: 1, threshold: 1 };
      const body = {
        name,
        region: "eu",
        forwarding_rules: [{ ...rule, target_protocol: "http" }],
        health_check: check,
        backend_instances: [],
      };
      return idOf(await done("POST /v1/load-balancers", body));
    },
    server: async (name: string) => {
      const body = { name, size: "small", network_access: "dedicated" };
      return idOf(await done("POST /api/v2/servers", body));
    },
    endServer: async (id: string) => {
      await done(`POST /api/v2/servers/${id}/action`, { action: "stop" });
      await done(`DELETE /api/v2/servers/${id}`);
    },
  };
}

/** The lines as a person would write them down. */
export function written(lines: readonly BillLine[]): string[] {
  return lines.map(({ project, kind, quantity, unit, amount }) => {
    return `${project} ${kind}: ${quantity} ${unit} = ${(amount / 100).toFixed(2)}`;
  });
}

function momentOf(text: string): Date {
  const [day = "", time = "00:00"] = text.split(" ");
  return new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
}
