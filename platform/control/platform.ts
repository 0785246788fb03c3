import type { Assumptions } from "../../contract/assumptions.ts";
import type { CreatedKey, KeyOptions, KeyRate, Project } from "../access/index.ts";
import type { Fault, ListedFault, Timer } from "../faults/index.ts";
import type { ConsoleAction } from "../http/index.ts";
import type { HeldAddress, Settings, Snapshot } from "../kinds/index.ts";
import type { PictureFormat } from "../picture/index.ts";
import type {
  Clock,
  JsonObject,
  LoggedRequest,
  RequestFilter,
  Saved,
  TimeSource,
} from "../store/index.ts";
import type { TrafficTable } from "../traffic/index.ts";
import type { Bill, BillRequest } from "./bill.ts";
import type { Delivery } from "./deliveries.ts";
import type { ObjectDetails } from "./details.ts";
import type { WorldInfo } from "./info.ts";
import type { ListedObject } from "./listed.ts";
import type { Health } from "./probe.ts";

/** What `openPlatform` needs. */
export interface PlatformOptions {
  /** The SQLite file that holds the platform; made, with its directory, when it is not there. */
  readonly file: string;
  /** Settings over the assumptions of `contract`. */
  readonly assumptions?: Partial<Assumptions>;
  /** Where the platform's time comes from. Default: the system's clock. */
  readonly clock?: TimeSource;
  /**
   * Seed of the ids of objects: on platforms of one seed, the same calls get the same ids,
   * addresses and ports. Default: a random one for a new file, its own for another.
   */
  readonly seed?: string;
  /** The timer of delayed answers. Default: the system's timer. */
  readonly timer?: Timer;
  /** Settings, for this process, where the file says nothing; `ratePerMinute: null` lifts the limit of spec 8. */
  readonly defaults?: Partial<Settings>;
}

/** The hosting platform in one file. Everything but `fetch` is what an operator would do. */
export interface Platform {
  /** Names the platform in the file; made with it and never changed. */
  readonly worldId: string;
  /**
   * The first key, which may do everything; made with the file, which holds it. Listed, limited and
   * revocable like any.
   */
  readonly rootKey: string;
  /** The seed of the ids of objects. */
  readonly seed: string;
  /** Opens the control API under `/_control/`. */
  readonly controlToken: string;
  /** Answers a request of the API or the control API, whatever its host is. */
  fetch(request: Request): Promise<Response>;
  /** Every object that was made, in all projects, as the API shows them. */
  snapshot(): Snapshot;
  /** The objects of the snapshot, a line each, in the order of a picture. */
  overview(): readonly ListedObject[];
  /**
   * One of them with its links and routes, and without secrets.
   *
   * @param key Its kind and id: `volume/vol_1`.
   * @throws Error when there is no such object.
   */
  details(key: string): ObjectDetails;
  /**
   * The objects and what links them, drawn; the same objects give the same bytes.
   *
   * @param about Key of one: only that and what belongs to it.
   */
  picture(format: PictureFormat, about?: string): string;
  /** The platform's settings, and how much there is in it. */
  info(): WorldInfo;
  /** The last 10,000 requests, oldest first, or those among them that the filter selects. */
  requests(filter?: RequestFilter): readonly LoggedRequest[];
  /** How far each key is into its minute; none where no limit is set or none has called. */
  rates(): readonly KeyRate[];
  /**
   * Does behind a program's back what somebody does in the console: what the same request of the account's
   * owner would, without a key, a limit, a fault or a line in the log.
   *
   * @returns The answer of that request with secrets masked; undefined where it has no body.
   * @throws Error when the platform refuses it.
   */
  act(action: ConsoleAction): JsonObject | undefined;
  /**
   * Changes fields of an object behind a program's back, also those that no request of the API changes.
   *
   * @param key Its kind and id: `volume/vol_1`.
   * @throws Error when there is no such object or field, or the field takes no such value.
   */
  edit(key: string, fields: JsonObject): void;
  /** The platform's time, which only moves forward, except by a restore or a reset. */
  readonly clock: Clock;
  /** The faults of requests, and how often each was met. */
  readonly faults: {
    /** Gives the fault's id. */
    add(fault: Fault): string;
    list(): readonly ListedFault[];
    /** Ends the fault with this id, or all. */
    clear(id?: string): void;
  };
  settings(): Settings;
  /** Changes how the platform behaves; other settings stay as they are. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  /** Where load balancers, port forwards and floating IPs listen on this machine while traffic is carried. */
  traffic(): TrafficTable;
  /**
   * Lets a program on this machine answer for an instance, where traffic is carried; null ends that.
   *
   * @param machine The instance's id or name.
   * @param address A port of this machine, like `127.0.0.1:8081`.
   * @throws Error when there is no such instance, several have the name, or the address is no such port.
   */
  bindBackend(machine: string, address: string | null): void;
  /**
   * Notifications of alert rules from yesterday and today, oldest first: the last 1,000. Nothing
   * leaves the machine.
   */
  deliveries(): readonly Delivery[];
  /** The dedicated IPv4 addresses that the account holds (spec 8). */
  addresses(): readonly HeldAddress[];
  /**
   * Gives a dedicated address back.
   *
   * @throws Error when the account does not hold it or a server has it.
   */
  releaseAddress(ip: string): void;
  /**
   * The cost of a month at present prices if nothing changes (spec 8), and the parts without a price.
   *
   * @throws Error when there is no such project.
   */
  bill(asked?: BillRequest): Bill;
  /**
   * Moves a machine to another host: its shared address and ports change (spec 3).
   *
   * @throws Error when no machine of the name or id has shared ports.
   */
  migrate(machineId: string): void;
  /**
   * Makes a key, as the console does (spec 5.2).
   *
   * @throws Error when there is no such project, or no such member of it who has accepted.
   */
  createKey(options: KeyOptions): CreatedKey;
  /** The created keys, without their values. */
  keys(): readonly JsonObject[];
  /**
   * Takes effect at once (spec 5.4).
   *
   * @throws Error when there is no such key.
   */
  revokeKey(id: string): void;
  /**
   * Makes a project. One with the id `proj_default` is there from the first moment.
   *
   * @param options.id Id like `proj_shop`, for programs that name it. Default: a new one.
   * @throws Error when it is no such id or taken.
   */
  createProject(name: string, options?: { readonly id?: string }): Project;
  /** The projects, oldest first. */
  projects(): readonly Project[];
  /**
   * Accepts every open invitation to the address, as the invited person does.
   *
   * @throws Error when none is open.
   */
  acceptInvitation(email: string): void;
  /** Saves everything under the name, for `restore`, over an earlier save of that name. */
  save(name: string): void;
  /**
   * Brings back what was saved under the name: objects, projects, keys with their minutes, settings, faults, the
   * count of ids, and how the clock differs from its source. The platform's id and secrets, its request log and what is
   * saved stay as they are.
   *
   * @throws Error when nothing was saved under the name.
   */
  restore(name: string): void;
  /** The saved moments, oldest first. */
  saved(): readonly Saved[];
  /**
   * Empties the platform: no objects, projects, keys, faults, log but the first ones; default settings and time,
   * and ids from the start. Its id, seed, root key, control token and saved moments stay.
   */
  reset(): void;
  close(): void;
}
