import { blockView } from "./addresses.ts";
import { unset } from "./answer.ts";
import type { Area } from "./call.ts";
import { hasAddresses, statusOf } from "./states.ts";
import { type Fields, listOf, type Platform, type Thing } from "./store.ts";

function addressView(platform: Platform, machine: Thing): Fields {
  const shown = hasAddresses(platform, machine);
  // §2.1, §2.3: the IPv6 list is in `ipv6_addresses`.
  const ipv6 = shown ? listOf(machine.fields["ipv6"]) : [];
  const ipv4 = shown ? [machine.fields["ipv4"] ?? machine.fields["private_ip"]] : [];
  if (platform.choices.machineBody === "config")
    return { ipv6_addresses: ipv6, ip_addresses: [...ipv4] };
  return {
    ipv6_addresses: ipv6,
    ipv4_addresses: ipv4,
    ...unset(platform.choices, "ipv4", ipv4[0]),
  };
}

/** §2.1: values are asked for as strings; where an answer carries them is open. */
function limitsView(platform: Platform, machine: Thing): Fields {
  const { choices } = platform;
  const cpu = unset(choices, "cpu_limit", machine.fields["cpu_limit"]);
  const memory = unset(choices, "memory_limit", machine.fields["memory_limit"]);
  if (choices.machineBody === "flat") return { ...cpu, ...memory };
  return {
    config: {
      "limits.cpu": machine.fields["cpu_limit"] ?? "",
      "limits.memory": machine.fields["memory_limit"] ?? "",
    },
  };
}

function usageView(platform: Platform, machine: Thing): Fields {
  const isOn = statusOf(platform, machine) === platform.choices.machineWords.running;
  const { choices } = platform;
  const usage = {
    cpu: isOn ? 3.5 : 0,
    memory: isOn ? 134217728 : 0,
    disk: 912261120,
  };
  return choices.machineBody === "flat" ? { usage } : { resources: { used: usage } };
}

function consoleView(platform: Platform, machine: Thing): Fields {
  return {
    status: statusOf(platform, machine),
    type: machine.fields["type"] ?? "container",
    ...unset(platform.choices, "image", machine.fields["image"]),
    profile: machine.fields["profile"] ?? "default",
    ...limitsView(platform, machine),
    ...addressView(platform, machine),
    ...usageView(platform, machine),
    ...blockView(platform, machine),
  };
}

function apiView(platform: Platform, machine: Thing): Fields {
  const { choices } = platform;
  return {
    status: statusOf(platform, machine),
    ...unset(choices, "region", machine.fields["region"]),
    ...unset(choices, "plan", machine.fields["plan"] ?? machine.fields["size"]),
    ...unset(choices, "image", machine.fields["image"]),
    ...(machine.fields["source"] === undefined ? {} : { source: machine.fields["source"] }),
    ...addressView(platform, machine),
  };
}

function serverView(platform: Platform, machine: Thing): Fields {
  return {
    status: statusOf(platform, machine),
    ...unset(platform.choices, "size", machine.fields["size"]),
    network_access: machine.fields["network_access"] ?? "shared",
    ...addressView(platform, machine),
    ...blockView(platform, machine),
  };
}

export const consoleMachines: Area = {
  kind: "instance",
  singular: "instance",
  plural: "instances",
  label: "instance",
  view: consoleView,
  brief: ["type"],
  hidesId: (platform) => platform.choices.ids.instance === "none",
};
export const apiMachines: Area = {
  kind: "instance",
  singular: "instance",
  plural: "instances",
  label: "instance",
  view: apiView,
  brief: ["region", "plan"],
};
export const servers: Area = {
  kind: "instance",
  singular: "server",
  plural: "servers",
  label: "server",
  view: serverView,
  brief: ["size"],
};
