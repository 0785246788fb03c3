import { dedicatedIpv4 } from "../../addresses.ts";
import type { ControlRoute } from "../route.ts";

/** What befalls machines and addresses without a request of the API, and what alert rules sent. */
export const machineRoutes: readonly ControlRoute[] = [
  {
    method: "POST",
    path: "/machines/{id}/migrate",
    about:
      "Moves a machine to another host of its region: its shared address and port numbers change.",
    example: { target: "web" },
    run: (platform, { target }) => void platform.migrate(target),
  },
  {
    method: "GET",
    path: "/addresses",
    about: "The dedicated IPv4 addresses that the account holds, and which server has each.",
    example: {},
    run: (platform) => platform.addresses(),
  },
  {
    method: "DELETE",
    path: "/addresses/{ip}",
    about: "Gives back a dedicated address that no server has; it costs no more.",
    example: { target: dedicatedIpv4(0) },
    run: (platform, { target }) => void platform.releaseAddress(target),
  },
  {
    method: "GET",
    path: "/deliveries",
    about:
      "What alert rules have sent over their channels, oldest first; nothing leaves the machine.",
    example: {},
    run: (platform) => platform.deliveries(),
  },
];
