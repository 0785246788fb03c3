import type { ShownObject } from "../simulation/console.ts";
import type { UserConsole } from "../simulation/desk.ts";
import type { Resource } from "../simulation/engine-state.ts";
import type { ThirdParty, ThirdPartyObject } from "./platform/index.ts";
import { among, has, links, objectOf, typeOf } from "./traces.ts";

/** The console of a third-party platform. */
export class ThirdPartyConsole implements UserConsole {
  readonly #thirdParty: ThirdParty;

  constructor(thirdParty: ThirdParty) {
    this.#thirdParty = thirdParty;
  }

  has(type: string, id: string): boolean {
    return has(this.#thirdParty, type, id);
  }

  unmanaged(resources: readonly Resource[]): readonly ShownObject[] {
    const objects = this.#thirdParty.objects();
    // An object that was deleted before its replacement is still in the state, and its id may be another one's.
    const known = new Set(
      resources
        .filter(({ isPending }) => !isPending)
        .map(({ type, id }) => `${type} ${among(objects, type, id)?.id}`),
    );
    return objects
      .flatMap((object) => this.#shown(object).map((shown) => ({ object, shown })))
      .filter(({ object, shown }) => !known.has(`${shown.type} ${object.id}`))
      .map(({ shown }) => shown);
  }

  async delete({ type, id }: Pick<ShownObject, "type" | "id">): Promise<void> {
    const object = objectOf(this.#thirdParty, type, id);
    if (object === undefined) return;
    const link = links[type];
    if (link === undefined) this.#thirdParty.console.remove(object.kind, object.id);
    else this.#thirdParty.console.change(object.kind, object.id, { [link]: null });
  }

  async stop({ type, id }: Pick<ShownObject, "type" | "id">): Promise<void> {
    const object = objectOf(this.#thirdParty, type, id);
    if (object?.kind !== "instance") return;
    this.#thirdParty.console.change("instance", object.id, { status: "stopped" });
  }

  /** The object itself, and the link that is another resource. */
  #shown(object: ThirdPartyObject): readonly ShownObject[] {
    const { id, kind, fields } = object;
    const type = typeOf(object);
    const own = this.#idOf(object);
    const shown = [{ type, id: own, called: calledOf(object) ?? own }];
    const machine = fields["instance_id"];
    if (typeof machine !== "string") return shown;
    const pair = `${id}/${machine}`;
    if (kind === "volume")
      return [...shown, { type: "storage:VolumeAttachment", id: pair, called: pair }];
    if (kind === "floating_ip")
      return [...shown, { type: "network:FloatingIpAssignment", id, called: id }];
    return shown;
  }

  /** The id as a person would write it: names, where the platform shows no other. */
  #idOf({ id, kind, name = "", fields }: ThirdPartyObject): string {
    const { ids } = this.#thirdParty.choices;
    switch (kind) {
      case "bucket":
        return name;
      case "storage_volume":
        return `${fields["pool"]}/${name}`;
      case "member":
        // An invitation has no id that lasts: its address is the member's as well.
        return `${this.#thirdParty.projects.own}/${id.startsWith("usr_") ? id : fields["email"]}`;
      case "instance":
        return fields["via"] === "/api/v1" ? name : id;
      case "port_forward":
        return this.#forward(fields);
      case "network":
      case "firewall":
      case "alert":
        return ids[kind] === "none" ? name : id;
      default:
        return id;
    }
  }

  #forward(fields: ThirdPartyObject["fields"]): string {
    const machine = this.#thirdParty.objects().find(({ id }) => id === fields["instance_id"]);
    return `${machine?.name}/${fields["protocol"]}/${fields["public_port"]}`;
  }
}

function calledOf({ kind, name, fields }: ThirdPartyObject): string | undefined {
  return kind === "floating_ip" ? String(fields["region"]) : name;
}
