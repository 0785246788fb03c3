import { z } from "zod";
import type { Fault } from "../faults/index.ts";
import type { Settings } from "../kinds/index.ts";
import { type PictureFormat, pictureFormats } from "../picture/index.ts";
import type { Platform } from "./platform.ts";
import { type ControlRoute, Text } from "./route.ts";

const Key = z.strictObject({ key: z.string() });
const fields = z.record(z.string(), z.json());
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const whole = z.coerce.number().int();
const Filter = z.strictObject({
  after: whole.nonnegative().optional(),
  before: whole.nonnegative().optional(),
  last: whole.positive().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: whole.optional(),
  keyId: z.string().optional(),
});
const Wanted = z.strictObject({
  format: z.enum(pictureFormats).default("svg"),
  about: z.string().optional(),
});
const Action = z.strictObject({
  method: z.enum(["POST", "PATCH", "PUT", "DELETE"]),
  path: z.string().startsWith("/"),
  body: fields.exactOptional(),
});
const NewKey = z.strictObject({
  name: z.string().min(1).exactOptional(),
  level: z.enum(["Read", "Write", "Admin"]),
  scopes: z.array(
    z.enum([
      ...(["instances:read", "instances:write", "networks:read", "networks:write"] as const),
      ...(["storage:read", "storage:write", "monitoring:read", "*"] as const),
    ]),
  ),
  project: z.string().exactOptional(),
  member: z.string().exactOptional(),
  expiresAt: moment.exactOptional(),
});
const NewProject = z.strictObject({ name: z.string().min(1), id: z.string().exactOptional() });
const Binding = z.strictObject({ instance: z.string(), address: z.string().nullable() });
const Name = z.strictObject({ name: z.string().min(1).max(200) });

/** `configure` says which setting is wrong. */
const Changes = z.custom<Partial<Settings>>(isObject, "not an object of settings");
/** `faults.add` says which field of it is wrong. */
const NewFault = z.custom<Fault>(isObject, "not an object that describes a fault");

function isObject(value: unknown): boolean {
  return fields.safeParse(value).success;
}

/** The control API, in the order of its documentation. */
export const controlRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/info",
    about:
      "The platform: its id, seed and time, how much there is of everything, its keys, projects and dedicated addresses, how far each key is into its minute, and the saved moments.",
    example: {},
    run: (platform) => platform.info(),
  },
  {
    method: "GET",
    path: "/requests",
    about:
      "The last requests, oldest first, with the request's `body` and the `responseBody`, in which secrets are masked, and the `rule` that decided it. `after` and `before` (numbers), `last` (how many), `method`, `path` (`*` is any text), `status` and `keyId` select some.",
    example: { query: "?after=0&status=404" },
    run: (platform, { query }) => platform.requests(query(Filter)),
  },
  {
    method: "GET",
    path: "/objects",
    about: "Every object by kind, as the API shows them.",
    example: {},
    run: (platform) => platform.snapshot(),
  },
  {
    method: "PATCH",
    path: "/objects",
    about:
      "Changes fields of an object behind a program's back, also those that no request of the API changes.",
    example: { body: { key: "container/web", fields: { image: "debian/12" } } },
    run: (platform, { body }) => {
      const { key, fields: changes } = body(Key.extend({ fields }));
      platform.edit(key, changes);
      return platform.details(key);
    },
  },
  {
    method: "POST",
    path: "/console",
    about:
      "Acts like somebody in the console: like the same request of the API, by its rules, but without a key, a limit, a fault or a line in the log. Answers what that request would, with secrets masked; 204 where it has no body.",
    example: {
      body: { method: "POST", path: "/api/v1/instances/web/action", body: { action: "restart" } },
    },
    run: (platform, { body }) => platform.act(body(Action)),
  },
  {
    method: "GET",
    path: "/overview",
    about: "Every object in one list: its key (kind and id), name, state, and a few words.",
    example: {},
    run: (platform) => platform.overview(),
  },
  {
    method: "GET",
    path: "/details",
    about:
      "One object as the API shows it, with secrets masked: its links, the routes about it, and the fields that can be edited.",
    example: { query: "?key=container/web" },
    run: (platform, { query }) => platform.details(query(Key).key),
  },
  {
    method: "GET",
    path: "/picture",
    about:
      "The objects of all projects and their links, as SVG; `format` is `svg`, `mermaid` or `json`. With `about`, the key of an object, only that and what belongs to it.",
    example: { query: "?format=mermaid" },
    run: (platform, { query }) => {
      const { format, about } = query(Wanted);
      return new Text(platform.picture(format, about), { "content-type": contentTypes[format] });
    },
  },
  {
    method: "POST",
    path: "/keys",
    about:
      "Makes a key and shows its value, this once. `level` is `Read`, `Write` or `Admin`; `scopes` lists scopes like `instances:read`, or `*` for all. Optional are `name`, `project` (for a project-scoped one), `member` (to act in that role) and `expiresAt`.",
    example: {
      body: { level: "Write", scopes: ["instances:read"], expiresAt: "2099-01-01T00:00:00Z" },
      keep: { field: "id", as: "KEY_ID" },
    },
    run: (platform, { body }) => platform.createKey(body(NewKey)),
  },
  {
    method: "DELETE",
    path: "/keys/{id}",
    about: "Revokes a key; it takes effect at once.",
    example: { target: "$KEY_ID" },
    run: (platform, { target }) => void platform.revokeKey(target),
  },
  {
    method: "POST",
    path: "/projects",
    about: "Makes a project. `id` is optional, like `proj_shop`.",
    example: { body: { name: "shop", id: "proj_shop" } },
    run: (platform, { body }) => {
      const { name, ...options } = body(NewProject);
      return platform.createProject(name, options);
    },
  },
  {
    method: "POST",
    path: "/invitations/accept",
    about: "Accepts every open invitation to an address, as the invited person does.",
    example: { body: { email: "ann@example.com" } },
    run: (platform, { body }) =>
      void platform.acceptInvitation(body(z.strictObject({ email: z.string() })).email),
  },
  {
    method: "POST",
    path: "/machines/{id}/migrate",
    about: "Moves a machine to another host: its shared address and port numbers change.",
    example: { target: "web" },
    run: (platform, { target }) => void platform.migrate(target),
  },
  {
    method: "DELETE",
    path: "/addresses/{ip}",
    about: "Gives back a dedicated address that no server has; it costs no more.",
    example: { target: "$ADDRESS" },
    run: (platform, { target }) => void platform.releaseAddress(target),
  },
  {
    method: "GET",
    path: "/deliveries",
    about:
      "Notifications that alert rules sent over their channels in the last day, oldest first; nothing leaves the machine.",
    example: {},
    run: (platform) => platform.deliveries(),
  },
  {
    method: "GET",
    path: "/traffic",
    about:
      "Where load balancers, port forwards and floating IPs listen on this machine, and the answering backends. There are none unless the setting `traffic` is on and a process serves the platform.",
    example: {},
    run: (platform) => platform.traffic(),
  },
  {
    method: "POST",
    path: "/traffic/backends",
    about:
      "Lets a program on this machine answer for an instance, named by its id or name; with `null` for the address, the platform's own does again. Answers the table.",
    example: { body: { instance: "web", address: "127.0.0.1:8081" } },
    run: (platform, { body }) => {
      const { instance, address } = body(Binding);
      platform.bindBackend(instance, address);
      return platform.traffic();
    },
  },
  {
    method: "GET",
    path: "/bill",
    about:
      "The cost of a month at present prices if nothing changes, line by line in whole US cents, and the parts without a price; `project` is optional.",
    example: { query: "?project=proj_default" },
    run: (platform, { query }) =>
      platform.bill(query(z.strictObject({ project: z.string().exactOptional() }))),
  },
  {
    method: "GET",
    path: "/settings",
    about: "How the platform behaves.",
    example: {},
    run: (platform) => platform.settings(),
  },
  {
    method: "PATCH",
    path: "/settings",
    about: "Changes the settings that are named and answers all of them.",
    example: { body: { bootSeconds: 5, mailEnabled: true } },
    run: (platform, { body }) => {
      platform.configure(body(Changes));
      return platform.settings();
    },
  },
  {
    method: "POST",
    path: "/clock/advance",
    about: "Moves the time forward by seconds.",
    example: { body: { seconds: 3600 } },
    run: (platform, { body }) => {
      platform.clock.advance(body(z.strictObject({ seconds: z.number() })).seconds);
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/freeze",
    about: "Stops the time.",
    example: {},
    run: (platform) => {
      platform.clock.freeze();
      return clockOf(platform);
    },
  },
  {
    method: "POST",
    path: "/clock/resume",
    about: "Lets the time pass as it does outside again, from where it is.",
    example: {},
    run: (platform) => {
      platform.clock.resume();
      return clockOf(platform);
    },
  },
  {
    method: "GET",
    path: "/faults",
    about: "The faults in force, in the order they were added.",
    example: {},
    run: (platform) => platform.faults.list(),
  },
  {
    method: "POST",
    path: "/faults",
    about: "Adds a fault of some requests.",
    example: {
      body: { method: "POST", path: "/v1/volumes", status: 503, times: 2 },
      keep: { field: "id", as: "FAULT_ID" },
    },
    run: (platform, { body }) => ({ id: platform.faults.add(body(NewFault)) }),
  },
  {
    method: "DELETE",
    path: "/faults",
    about: "Ends the fault with this `id`, or all.",
    example: { query: "?id=$FAULT_ID" },
    run: (platform, { query }) =>
      void platform.faults.clear(query(z.strictObject({ id: z.string().optional() })).id),
  },
  {
    method: "POST",
    path: "/save",
    about: "Saves everything under a name, over an earlier save of that name.",
    example: { body: { name: "before" } },
    run: (platform, { body }) => void platform.save(body(Name).name),
  },
  {
    method: "POST",
    path: "/restore",
    about:
      "Restores a saved moment: objects, projects, keys with their minutes, settings, faults, the count of ids, and how the clock differs from real time. The platform's id, the control token, the request log and saved moments stay.",
    example: { body: { name: "before" } },
    run: (platform, { body }) => void platform.restore(body(Name).name),
  },
  {
    method: "POST",
    path: "/reset",
    about:
      "Empties the platform: no objects, keys, faults or log; default settings and real time. Its id, seed, root key, control token and saved moments stay.",
    example: {},
    run: (platform) => void platform.reset(),
  },
];

function clockOf({ clock }: Platform) {
  return { now: new Date(clock.now()).toISOString(), factor: clock.factor() };
}

const contentTypes: Readonly<Record<PictureFormat, string>> = {
  svg: "image/svg+xml",
  mermaid: "text/plain; charset=utf-8",
  json: "application/json",
};
