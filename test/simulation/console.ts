import type { Platform, Snapshot } from "../../platform/index.ts";
import type { VirtualTime } from "./time.ts";
import { isTheirs } from "./worlds/settlers.ts";

/** An object as the platform's console shows it. */
export interface ShownObject {
  readonly type: string;
  /** As a state would name it. */
  readonly id: string;
  /** Its name, its region or its address, by which a person and a search for an open create know it. */
  readonly called: string;
}

/** A resource of a state. */
type Known = Pick<ShownObject, "type" | "id"> & { readonly isPending: boolean };

type Step = readonly [method: "POST" | "DELETE", path: string];

const stopped = JSON.stringify({ action: "stop" });

/** How an object of a type is deleted by hand, in steps. */
const deletions: Readonly<Record<string, (id: string) => readonly Step[]>> = {
  "compute:Container": (id) => [
    ["POST", `/api/v1/instances/${id}/action`],
    ["DELETE", `/api/v1/instances/${id}`],
  ],
  "compute:Instance": (id) => [
    ["POST", `/v1/instances/${id}/action`],
    ["DELETE", `/v1/instances/${id}`],
  ],
  "compute:PortForward": (id) => {
    const [name, protocol, port] = id.split("/");
    return [["DELETE", `/api/v1/instances/${name}/ports?protocol=${protocol}&public_port=${port}`]];
  },
  "storage:Volume": (id) => [
    ["POST", `/v1/volumes/${id}/detach`],
    ["DELETE", `/v1/volumes/${id}`],
  ],
  "storage:VolumeAttachment": (id) => [["POST", `/v1/volumes/${id.split("/")[0]}/detach`]],
  "network:FloatingIp": (id) => [
    ["POST", `/v1/floating-ips/${id}/unassign`],
    ["DELETE", `/v1/floating-ips/${id}`],
  ],
  "network:FloatingIpAssignment": (id) => [["POST", `/v1/floating-ips/${id}/unassign`]],
  "network:Certificate": (id) => [["DELETE", `/v1/certificates/${id}`]],
  "network:Network": (id) => [["DELETE", `/api/v1/networks/${id}`]],
  "network:Firewall": (id) => [["DELETE", `/api/v1/firewalls/${id}`]],
  "storage:Bucket": (id) => [["DELETE", `/api/v1/storage/buckets/${id}`]],
  "monitoring:AlertRule": (id) => [["DELETE", `/api/v1/monitoring/alerts/${id}`]],
  "access:ProjectMember": (id) => {
    const [project, member] = id.split("/");
    return [["DELETE", `/v1/projects/${project}/members/${member}`]];
  },
};

/** The platform's console: people see and change everything there. */
export class Console {
  readonly #platform: Platform;
  readonly #time: VirtualTime;
  readonly #routes: "all" | "documented";
  readonly #namesAreIds: ReadonlySet<string>;

  /**
   * `routes` are those that the platform serves when nobody is at the console; states know objects of
   * the types in `namesAreIds` by their names.
   */
  constructor(
    { platform, time }: { platform: Platform; time: VirtualTime },
    { routes, namesAreIds }: { routes: "all" | "documented"; namesAreIds: readonly string[] },
  ) {
    this.#platform = platform;
    this.#time = time;
    this.#routes = routes;
    this.#namesAreIds = new Set(namesAreIds);
  }

  /** Everything that programs of the simulation make; what is somebody else's is none of it. */
  objects(): readonly ShownObject[] {
    return this.#all().map((object) =>
      this.#namesAreIds.has(object.type) ? { ...object, id: object.called } : object,
    );
  }

  /** As the platform itself knows it. */
  #all(): readonly ShownObject[] {
    const snapshot = this.#platform.snapshot();
    const all = [...withNames(snapshot), ...withoutNames(snapshot)];
    return all.filter(({ called }) => !isTheirs(called));
  }

  /** Objects that no resource is. One that was deleted before its replacement is still in the state, and its id may be another object's by now. */
  unmanaged(resources: readonly Known[]): readonly ShownObject[] {
    const managed = resources.filter(({ isPending }) => !isPending);
    return this.objects().filter((object) => {
      return !managed.some(({ type, id }) => type === object.type && isNamed(object, id));
    });
  }

  /** True when all of the ids mean one object. */
  isOne(type: string, ids: readonly string[]): boolean {
    return this.objects().some(
      (known) => known.type === type && ids.every((id) => isNamed(known, id)),
    );
  }

  has(type: string, id: string): boolean {
    return this.objects().some((known) => known.type === type && isNamed(known, id));
  }

  /** Deletes an object, whatever routes the platform has; what is in its way is cleared first. */
  async delete(object: Pick<ShownObject, "type" | "id">): Promise<void> {
    await this.#take(this.#steps(object));
  }

  /** The same without the deletion. */
  async stop(object: Pick<ShownObject, "type" | "id">): Promise<void> {
    await this.#take(this.#steps(object).filter(([, path]) => path.endsWith("/action")));
  }

  #steps({ type, id }: Pick<ShownObject, "type" | "id">): readonly Step[] {
    const isName = this.#namesAreIds.has(type);
    const named = this.#all().find((known) => {
      return known.type === type && (isName ? known.called === id : isNamed(known, id));
    });
    return deletions[type]?.(named?.id ?? id) ?? [];
  }

  async #take(steps: readonly Step[]): Promise<void> {
    for (const [method, path] of steps) {
      this.#platform.configure({ routes: "all" });
      const answer = this.#platform.fetch(this.#request(method, path));
      await this.#time.until(this.#time.during(answer));
      this.#platform.configure({ routes: this.#routes });
      // Longer than any machine takes to stop.
      if (path.endsWith("/action")) await this.#time.pass(60_000);
    }
  }

  #request(method: Step[0], path: string): Request {
    const headers = {
      authorization: `Bearer ${this.#platform.rootKey}`,
      "content-type": "application/json",
    };
    const content = path.endsWith("/action") ? { body: stopped } : {};
    return new Request(`http://console${path}`, { method, headers, ...content });
  }
}

/** Whether an id of a state means the object: a member is known by its address at first. */
export function isNamed({ type, id, called }: ShownObject, wanted: string): boolean {
  return id === wanted || (type === "access:ProjectMember" && `proj_default/${called}` === wanted);
}

function withNames(snapshot: Snapshot): ShownObject[] {
  const { container, bucket, instance, volume, certificate, network, firewall, alertRule } =
    snapshot;
  return [
    ...container.map(({ name }) => shown("compute:Container", name, name)),
    ...bucket.map(({ name }) => shown("storage:Bucket", name, name)),
    ...instance.map(({ id, name }) => shown("compute:Instance", id, name)),
    ...volume.map(({ id, name }) => shown("storage:Volume", id, name)),
    ...certificate.map(({ id, name }) => shown("network:Certificate", id, name)),
    ...network.map(({ id, name }) => shown("network:Network", id, name)),
    ...firewall.map(({ id, name }) => shown("network:Firewall", id, name)),
    ...alertRule.map(({ id, name }) => shown("monitoring:AlertRule", id, name)),
  ];
}

function withoutNames({ portForward, volume, floatingIp, projectMember }: Snapshot) {
  const forwards = portForward.map((forward) => {
    const { instance, protocol, public_port: port, description } = forward;
    const id = `${instance}/${protocol}/${port}`;
    // The platform opens the first port of a block by itself (spec 8).
    return description === "SSH" ? undefined : shown("compute:PortForward", id, id);
  });
  const attachments = volume.map(({ id, instance_id }) =>
    instance_id === null
      ? undefined
      : shown("storage:VolumeAttachment", `${id}/${instance_id}`, `${id}/${instance_id}`),
  );
  const assignments = floatingIp.map(({ id, instance_id }) =>
    instance_id === null ? undefined : shown("network:FloatingIpAssignment", id, id),
  );
  const found = [
    ...forwards,
    ...attachments,
    ...assignments,
    ...floatingIp.map(({ id, region }) => shown("network:FloatingIp", id, region)),
    ...projectMember.map(({ id, project_id, email }) =>
      shown("access:ProjectMember", `${project_id}/${id}`, email),
    ),
  ];
  return found.filter((object) => object !== undefined);
}

function shown(type: string, id: unknown, called: unknown): ShownObject {
  return { type, id: String(id), called: String(called) };
}
