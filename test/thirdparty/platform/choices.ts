import type { Kind } from "./store.ts";

/** §4 "Not shown 1": how a list is wrapped and cut. The first three are never cut; the others are. */
export type ListShape =
  | "bare"
  | "data"
  | "plural"
  | "items"
  | "laravel"
  | "cursor"
  | "token"
  | "link"
  | "results"
  | "meta"
  | "pages"
  | "hal"
  | "cursors"
  | "pagination"
  | "nested"
  | "counted";

/** §4 "Not shown 4": an undocumented route is where anyone would look, elsewhere, or nowhere. */
export type RouteChoice = "rest" | "elsewhere" | "none";

export interface MachineWords {
  readonly starting: string;
  readonly running: string;
  readonly stopping: string;
  readonly stopped: string;
  readonly restarting: string;
  readonly frozen: string;
}

export interface Words {
  readonly deleting: string;
  readonly volumeFree: string;
  readonly volumeUsed: string;
  readonly volumeBusy: string;
  readonly imageBusy: string;
  readonly imageReady: string;
  readonly imageFailed: string;
  readonly balancerBusy: string;
  readonly balancerReady: string;
  readonly alertFine: string;
  readonly networkReady: string;
  readonly invited: string;
  readonly accepted: string;
  readonly expired: string;
}

/** Everything the specification leaves open, one field each; each comment names the section that leaves it open. */
export interface Choices {
  /** §1, §9: "one service or not: not shown". */
  readonly relation: "one" | "separate";

  // How answers look: §4 "Not shown 1".
  readonly consoleList: ListShape;
  readonly apiList: ListShape;
  readonly pageSize: number;
  readonly nextLink: "absolute" | "relative";
  readonly listBody: "whole" | "summary";
  readonly listOrder: "oldest" | "newest" | "name";
  readonly consoleEnvelope: "bare" | "data" | "kind";
  /** Not for floating IPs: §4 shows the reserve response as having its four fields itself. */
  readonly apiEnvelope: "bare" | "data" | "kind";
  readonly writeBody: "whole" | "summary";
  readonly unset: "null" | "absent" | "empty";
  readonly extras: "none" | "some" | "many";
  readonly secretsLater: "masked" | "absent";

  // Identity: §2.5, §2.6, §2.10 show no id; §2.1 says the name is the path identifier.
  readonly ids: Readonly<Partial<Record<Kind, "uuid" | "number" | "none">>>;
  readonly keyedBy: "id" | "either";
  readonly unique: Readonly<Partial<Record<Kind, boolean>>>;

  // Words: §3 "names of statuses: not shown".
  readonly machineWords: MachineWords;
  readonly words: Words;

  // Spelling: §2.5, §2.6, §2.9, §2.12 (responses not shown).
  readonly cidrSpelling: "asGiven" | "network";
  readonly networkBody: "config" | "flat";
  readonly networkAdds: boolean;
  readonly sizeSpelling: "asGiven" | "bytes" | "mebibytes";
  readonly protocolSpelling: "asGiven" | "upper";
  readonly emailSpelling: "asGiven" | "lower";
  readonly pemEcho: "asGiven" | "crlf" | "trimmed" | "absent";
  readonly sortedLists: boolean;
  readonly machineBody: "flat" | "config";
  readonly attachmentKey: "instance_id" | "attached_to" | "instance";
  readonly portBlockKey: "port_block" | "port_range" | "shared_ipv4";
  readonly bucketBody: "flat" | "credentials";
  readonly algorithmKey: "algorithm" | "balancing_algorithm";
  readonly firewallKeys: "inbound" | "inbound_rules";
  readonly firewallReading: "lenient" | "strict";

  // Routes: §4 "Not shown 4", §5 "a call that creates a key: not shown".
  readonly routes: Readonly<Record<string, RouteChoice>>;
  readonly updateMethod: "PATCH" | "PUT" | "both";
  readonly unknownRoute: "html" | "jsonError" | "jsonMessage" | "plain";
  readonly wrongMethod: 404 | 405;

  // Statuses: §7 "status codes not shown".
  readonly createdStatus: 200 | 201 | 202;
  readonly deletedStatus: 200 | 202 | 204;
  readonly deletedBody: "message" | "object" | "empty" | "action";
  readonly deleteAgain: "accepted" | "missing" | "conflict";
  readonly invalidStatus: 400 | 422;
  readonly conflictStatus: 409 | 422 | 400;
  readonly notStoppedStatus: 409 | 423 | 400 | 422;
  readonly dedicatedStatus: 403 | 409 | 422;
  readonly referenceStatus: 404 | 422 | 400;
  readonly actionAnswer: "object" | "operation" | "nothing";

  // Time: §3 gives hardly any durations.
  readonly bootMs: number;
  readonly stopMs: number;
  readonly deleteMs: number;
  readonly importMs: number;
  readonly attachMs: number;
  readonly listLagMs: number;

  // Rules that the text does not settle.
  /** §3: no state after creation is named. */
  readonly bornRunning: boolean;
  readonly repeatedAction: "accepted" | "refused";
  /** §2.2, §2.3: identifiers `<region>`, `<plan>`, `<size>` are placeholders. */
  readonly catalog: "open" | "closed";
  readonly unknownFields: "ignore" | "refuse";
  readonly nameRule: "any" | "dns";
  readonly ipv6: boolean;
  readonly addressesWhen: "created" | "running";
  readonly sshForwardListed: boolean;
  readonly mailEnabled: boolean;
  /** §8: "Number of dedicated addresses per plan: not shown". */
  readonly dedicatedAllowance: number;
  readonly dedicatedFree: number;
  /** §8 prices: billed "until release, attached or not". */
  readonly dedicatedOnDelete: "released" | "held";
  readonly repeatedAttach: "accepted" | "refused";
  readonly regionsMustMatch: boolean;
  readonly deleteAttached: "refused" | "detaches";
  readonly backendsOnDelete: "kept" | "removed";
  readonly emptyBackends: "accepted" | "refused";
  readonly imageMustBeReady: boolean;
  readonly progress: "percent" | "text";
  readonly share: "replace" | "add";
  readonly invitationId: "usr" | "inv";
  readonly invitationsManaged: boolean;
  /** §3 lists a member once the invitation is accepted. */
  readonly invitationsHidden: boolean;
  readonly expiredInvitation: "gone" | "shown";
  readonly builtins: boolean;
  readonly otherHas: number;

  // §7.4, §8: the window and the headers are not shown.
  readonly rateWindow: "fixed" | "sliding" | "bucket";
  readonly rateHeaders: "none" | "retryAfter" | "retryDate";
  /** §8 "Rate limit on the other prefixes: not shown"; 0 is none. */
  readonly otherRate: number;

  // Behaviour of other clouds that §4 "Not shown 1" does not exclude.
  /** The action that a write began is beside the object, in its envelope. */
  readonly actionBeside: boolean;
  /** Undocumented updates only; §4 names what the others answer. */
  readonly updatedBody: "object" | "action" | "nothing";
  /** A region or an image is shown by its name, or as an object that has it. */
  readonly references: "names" | "objects";
  readonly numbers: "number" | "string";
  readonly emptyLists: "list" | "null";
  readonly statusKey: "status" | "state" | "nested";
  /** Something in each answer is another one each time. */
  readonly restless: boolean;
  /** After a change of an object the next one is refused for that long. */
  readonly lockMs: number;
  readonly lockedStatus: 409 | 423;
  /** Lists are as they were up to that long ago. */
  readonly listCacheMs: number;
}
