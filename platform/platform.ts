import type { Assumptions } from "../contract/assumptions.ts";
import type { PictureFormat } from "../graph/index.ts";
import type { CreatedKey, KeyOptions } from "./access/keys.ts";
import type { Project } from "./access/projects.ts";
import type { Bill, BillRequest } from "./bill/bill.ts";
import type { Fork } from "./engine.ts";
import type { Fault, ListedFault } from "./faults/fault.ts";
import type { Timer } from "./faults/timer.ts";
import type { Health } from "./health.ts";
import type { JsonObject } from "./http/answer.ts";
import type { LoggedRequest, RequestFilter } from "./http/request-log.ts";
import type { Delivery } from "./kinds/alert-check.ts";
import type { HeldAddress } from "./kinds/dedicated-address.ts";
import type { VolumeSnapshot } from "./kinds/volume-snapshot.ts";
import type { Clock, TimeSource } from "./operator/clock.ts";
import type { ConsoleAction } from "./operator/console.ts";
import type { WorldInfo } from "./operator/info.ts";
import type { Settings } from "./operator/settings.ts";
import type { ObjectDetails } from "./page/details.ts";
import type { ListedObject } from "./page/listed.ts";
import type { KeyRate } from "./rate/rate-limit.ts";
import type { Saved } from "./store/saves.ts";
import type { Snapshot } from "./store/snapshot.ts";
import type { TrafficTable } from "./traffic/table.ts";

/** What `openPlatform` needs. */
export interface PlatformOptions {
  /** The SQLite file that holds the world; made, with its directory, when it is not there. */
  readonly file: string;
  /** Settings over the assumptions of `contract`. */
  readonly assumptions?: Partial<Assumptions>;
  /** Where the platform's time comes from. Default: the system's clock. */
  readonly clock?: TimeSource;
  /**
   * What the ids of objects follow from: on worlds of one seed, the same calls get the same ids,
   * addresses and ports. Default: a random one for a new file, its own for another.
   */
  readonly seed?: string;
  /** What makes answers late where a fault says so. Default: the system's timer. */
  readonly timer?: Timer;
  /** Settings, for this process, where the file says nothing; `ratePerMinute: null` lifts the limit of spec 8. */
  readonly defaults?: Partial<Settings>;
}

/** The hosting platform in one file. Everything but `fetch` is what an operator would do. */
export interface Platform {
  /** Names the world in the file; made with it and never changed. */
  readonly worldId: string;
  /**
   * The first key, which may do everything; made with the file, which holds it. Listed, limited and
   * revocable like any.
   */
  readonly rootKey: string;
  /** What the ids of objects follow from. */
  readonly seed: string;
  /** Opens the control API under `/_control/`, where every member of this interface has a route. */
  readonly controlToken: string;
  /** Answers a request of the API or the control API, whatever its host is. */
  fetch(request: Request): Promise<Response>;
  /** Every object that was made in the world, in all projects, as the API shows them. */
  snapshot(): Snapshot;
  /** The same objects, a line each, in the order of a picture: the same list as long as nothing changes. */
  overview(): readonly ListedObject[];
  /**
   * One of them with its links and routes, and without secrets.
   *
   * @param key Its kind and id: `volume/vol_1`.
   * @throws Error when there is no such object.
   */
  details(key: string): ObjectDetails;
  /**
   * The objects and what links them, drawn; the same world gives the same bytes.
   *
   * @param about Key of one: only that and what belongs to it.
   */
  picture(format: PictureFormat, about?: string): string;
  /** What the world is, and how much there is in it. */
  info(): WorldInfo;
  /** The last 10,000 requests, oldest first, or those among them that the filter selects. */
  requests(filter?: RequestFilter): readonly LoggedRequest[];
  /** How far each key is into its minute; none where no limit is set or none has called. */
  rates(): readonly KeyRate[];
  /**
   * Does behind a program's back what somebody does in the console: what the same request of the account's
   * owner would, without a key, a limit, a fault or a line in the log.
   *
   * @throws Error when the platform refuses it.
   */
  act(action: ConsoleAction): void;
  /**
   * Changes fields of an object behind a program's back, also those that no request of the API changes.
   *
   * @param key Its kind and id: `volume/vol_1`.
   * @throws Error when there is no such object or field, or the field takes no such value.
   */
  edit(key: string, fields: JsonObject): void;
  /** The platform's time, which only moves forward. */
  readonly clock: Clock;
  /** What goes wrong with requests, and how often it was met. */
  readonly faults: {
    /** Gives the fault's id. */
    add(fault: Fault): string;
    list(): readonly ListedFault[];
    /** Ends the fault with this id, or all. */
    clear(id?: string): void;
  };
  settings(): Settings;
  /** Changes how the platform behaves; what is not named stays as it is. */
  configure(changes: Partial<Settings>): void;
  /** Whether a program on the machine, or behind the load balancer, with this id would answer. */
  probe(id: string): Health;
  /** Where load balancers, port forwards and floating IPs listen on this machine while traffic is carried. */
  traffic(): TrafficTable;
  /**
   * Lets a program of yours answer for an instance, where traffic is carried; null ends that.
   *
   * @param machine The instance's id or name.
   * @param address A port of this machine, like `127.0.0.1:8081`.
   * @throws Error when there is no such instance, several have the name, or the address is no such port.
   */
  bindBackend(machine: string, address: string | null): void;
  /** What alert rules have sent until now, oldest first: the last 1,000. Nothing leaves the machine. */
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
   * Takes a snapshot of a block volume, as the API shows no way to do it.
   *
   * @throws Error when there is no such volume.
   */
  snapshotVolume(volumeId: string): VolumeSnapshot;
  volumeSnapshots(): readonly VolumeSnapshot[];
  /** @throws Error when there is no such snapshot. */
  deleteVolumeSnapshot(id: string): void;
  /**
   * Counts outbound traffic of a load balancer for the month that it is, besides what is carried.
   *
   * @throws Error when there is no such load balancer, or it is no whole number of bytes above 0.
   */
  meterTraffic(balancerId: string, bytes: number): void;
  /**
   * What a month costs by the prices that the spec shows (spec 8), and what has no price. What is gone
   * stays in the bills of the months in which it was there.
   *
   * @throws Error when the month has not begun or there is no such project.
   */
  bill(asked?: BillRequest): Bill;
  /**
   * Moves a machine to another host of its region: its shared address and ports change (spec 3).
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
  /** Keeps the world as it is under the name, for `restore`; what had the name before is given up. */
  save(name: string): void;
  /**
   * Brings back what was saved under the name: objects, keys, settings, faults, the count of ids, and
   * how the clock differs from its source. The ids and secrets of the world, its request log and
   * what is saved stay as they are.
   *
   * @throws Error when nothing was saved under the name.
   */
  restore(name: string): void;
  /** What can be restored, oldest first. */
  saved(): readonly Saved[];
  /**
   * Makes another world in a new file, named from the directory of this one: in the same state, with
   * the same keys and seed, and with an id and a control token of its own.
   *
   * @throws Error when the file is there already.
   */
  fork(file: string): Fork;
  /**
   * Back to an empty world: no objects, projects, keys, faults, log but the first ones; default settings and time, and ids from
   * the start. Its id, seed, root key, control token and what is saved stay.
   */
  reset(): void;
  close(): void;
}
