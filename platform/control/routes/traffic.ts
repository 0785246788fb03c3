import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const Binding = z.strictObject({ instance: z.string(), address: z.string() });

/** What is carried on this machine, and what answers there. */
export const trafficRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/traffic",
    about:
      "Where load balancers, port forwards and floating IPs listen on this machine, and what answers for their backends. There are none unless the setting `traffic` is on and a process serves the platform.",
    example: {},
    run: (platform) => platform.traffic(),
  },
  {
    method: "POST",
    path: "/traffic/backends",
    about:
      "Lets a program of yours answer for an instance, named by its id or name; answers the table.",
    example: { body: { instance: "web", address: "127.0.0.1:8081" } },
    run: (platform, { body }) => {
      const { instance, address } = body(Binding);
      platform.bindBackend(instance, address);
      return platform.traffic();
    },
  },
  {
    method: "DELETE",
    path: "/traffic/backends/{instance}",
    about: "Ends that; the platform's own answerer stands for the instance again.",
    example: { target: "web" },
    run: (platform, { target }) => void platform.bindBackend(target, null),
  },
];
