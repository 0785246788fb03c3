import { z } from "zod";
import { plainText } from "../../provider/display.ts";
import { CommandError } from "../exit.ts";
import { wordsOf } from "../words.ts";
import type { ControlRequest } from "./control.ts";

/** The answer of the control API. */
export const Traffic = z.looseObject({
  isOn: z.boolean(),
  process: z.number().nullable(),
  entries: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.string(),
      name: z.string(),
      address: z.string(),
      port: z.number().nullable(),
      protocol: z.string(),
      url: z.string().nullable(),
      problem: z.string().nullable(),
      backends: z.array(
        z.looseObject({
          instance: z.string(),
          name: z.string(),
          address: z.string().nullable(),
          isHealthy: z.boolean(),
        }),
      ),
    }),
  ),
});
type Entry = z.output<typeof Traffic>["entries"][number];

/** The addresses on this machine that carry traffic, for people. */
export function trafficText({ isOn, process, entries }: z.output<typeof Traffic>): string {
  if (!isOn)
    return "Traffic is off. `npx pulumi-hosting platform --traffic` serves the platform with it.";
  if (process === null) return "No process carries traffic. `npx pulumi-hosting platform` does.";
  if (entries.length === 0) {
    return `Process ${process} carries traffic; there is no load balancer, port forward or assigned floating IP yet.`;
  }
  return entries.flatMap(entryText).join("\n");
}

/** The request of `web-1=127.0.0.1:8081`, or of `web-1=none`, which ends that. */
export function bindingRequest(text: string): ControlRequest {
  const [, instance = "", address = ""] = /^(.+)=([^=]+)$/.exec(text) ?? [];
  if (instance === "") {
    throw new CommandError(
      `Nothing was done: "${text.slice(0, 80)}" is no backend. Write it like web-1=127.0.0.1:8081, or web-1=none for the platform's own.`,
    );
  }
  const body = { instance, address: address === "none" ? null : address };
  return { method: "POST", path: "/traffic/backends", body };
}

function entryText(entry: Entry): readonly string[] {
  const { url, problem, backends } = entry;
  return [
    `${placeOf(entry)}  ${url ?? `not carried: ${problem ?? "it does not listen yet"}`}`,
    ...backends.map(
      ({ name, address, isHealthy }) =>
        `  ${plainText(name)}  ${address ?? "nothing answers"}${isHealthy ? "" : "  unhealthy"}`,
    ),
  ];
}

/** `load balancer front, https 198.18.0.4:443` */
function placeOf({ kind, name, address, port, protocol }: Entry): string {
  const at = port === null ? `${address}, all ports` : `${protocol} ${address}:${port}`;
  return `${wordsOf(kind)} ${plainText(name)}, ${at}`;
}
