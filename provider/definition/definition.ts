import type { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { Verb } from "../../contract/routes.ts";
import type { ProbeResult, ProbeTarget } from "./probe.ts";

/** Properties of a resource as they cross a boundary: nothing is known about their types yet. */
export type Props = Readonly<Record<string, unknown>>;

/** The id of an object of one of these classes: its resource can be given instead. */
export type IdOf<_Class> = string;

/** Inputs that allow what is otherwise refused at preview. */
export type OptIn = "allowDataLoss" | "allowAddressChange" | "allowOwnerRemoval" | "reinvite";

/** What a change of one input means for the object on the platform. */
export interface Change {
  readonly on:
    | "update"
    | "replace"
    /** Refused at preview unless the opt-in named by `unless` is true; then it replaces. */
    | "refuse"
    /** Sent at creation; a later change is only warned about, because nothing can apply it. */
    | "keep"
    /** Never a request; kept in the state, because a later operation asks for it. */
    | "store"
    /** Never a request and never a difference. */
    | "ignore";
  /** For an update: where no route applies it, it is refused unless this opt-in is true. */
  readonly unless?: OptIn;
  /** Ends the sentence "changing it would replace the object, which …". */
  readonly why?: string;
  /** True when two spellings mean the same. */
  readonly same?: (before: unknown, after: unknown) => boolean;
  /** Why this change is refused, for rules that compare both values; undefined when it is not. */
  readonly forbid?: (before: unknown, after: unknown, inputs: Props) => string | undefined;
}

/** A problem with an input, or with how inputs go together. */
export interface Problem {
  /** Input it is about; leave out when it is about several, nested or secret ones. */
  readonly property?: string;
  /** One sentence: what is wrong and what to do. */
  readonly reason: string;
  /** A warning is shown and stops nothing. */
  readonly severity?: "error" | "warning";
}

/** Settings a value rule may depend on, and the time. */
export interface CheckContext {
  readonly mailEnabled: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Inputs of the last operation; empty for a new object. */
  readonly oldInputs: Props;
  /** All inputs as they came, hidden ones and unknown values included. */
  readonly given: Props;
}

/** What a hook may use while one operation on one object runs. */
export interface Session {
  /** The object in words, e.g. `volume "data"`. */
  readonly subject: string;
  readonly assumptions: Assumptions;
  /** Id of the key in use, if known (spec 2.11). */
  readonly apiKeyId: string | undefined;
  /** Addresses of owners who may be removed in this run, besides by an input. */
  readonly removableOwners: readonly string[];
  /** The route for a verb of a kind, when there is one that may be used. */
  route(kind: Kind, verb: Verb): Endpoint | undefined;
  /** Calls an endpoint; placeholders of its path are filled from `params`. */
  call(endpoint: Endpoint, request?: SessionRequest): Promise<Json>;
  /** A list no older than this operation's last write, shared by all that want the same one. */
  list(endpoint: Endpoint, params?: Readonly<Record<string, string>>): Promise<Listing>;
  /**
   * Looks an object up by the routes of its kind, under the rules for what proves an absence.
   * `isIt` finds it in a list where its id alone does not.
   */
  lookUp(kind: Kind, id: string, isIt?: (item: Props) => boolean): Promise<Sighting>;
  /**
   * Waits, looks, and so on until a look is done, at a pace that suits the kind and together with
   * all others that wait for it. Rejects with a timeout when the operation's time is over.
   */
  watch<T>(kind: Kind, first: Missing, look: () => Promise<Look<T>>): Promise<T>;
  /** Asks a machine on the platform's network whether a program answers there. */
  probe(target: ProbeTarget): Promise<ProbeResult>;
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Waits, and shows `state` if that takes long; rejects with a timeout that ends with `waitingFor`
   * when the operation's time is over.
   */
  pause(milliseconds: number, waitingFor: string, state?: string): Promise<void>;
  /** Shows how it stands, until there is something else to show. */
  show(state: string): void;
  warn(text: string): void;
}

/** What one call sends besides its endpoint. */
export interface SessionRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Json;
}

/** What came of a look: what was waited for, or what is still missing. */
export type Look<T> = { readonly done: T } | Missing;

/** What is still missing. */
export interface Missing {
  /** What a timeout says was waited for. */
  readonly waitingFor: string;
  /** How it stands, in as few words as possible and the telling one first: shown while it takes. */
  readonly state?: string;
}

/** A list as the platform answered it. */
export interface Listing {
  readonly items: readonly Props[];
  /** False when the answer hints at more pages. */
  readonly complete: boolean;
  /** True when an object that is not in it is not there: nothing suggests that there is more. */
  readonly whole: boolean;
}

/** An object the platform knows, as far as an answer showed it: names of programs, values as parsed. */
export type Observed = Props;

/** What looking an object up can tell. */
export type Sighting =
  | { readonly outcome: "seen"; readonly observed: Observed }
  /** Proven: the platform says that it is not there. */
  | { readonly outcome: "gone" }
  /** It was created a moment ago, and what the platform shows may lag behind. */
  | { readonly outcome: "awaited" }
  /** No route tells anything about it; `why`, where one answered all the same. */
  | { readonly outcome: "unreadable"; readonly why?: string };

/** Whether an object can be used. */
export type Readiness = { readonly ready: true } | Missing | { readonly failed: string };

/** An object and what is known of it when a hook runs. */
export interface Target<I extends object> {
  readonly id: string;
  readonly inputs: I;
  /** Outputs of the last operation, including hidden ones. */
  readonly state: Props;
}

/** Behaviour of a kind where the general rules of the lifecycle do not fit. */
export interface Hooks<I extends object> {
  /** Value rules over several inputs; properties that are not known yet are missing. */
  validate?(inputs: Partial<I>, context: CheckContext): readonly Problem[];
  /** Inputs that differ in spelling only, for rules that need more than one input to tell. */
  equivalent?(state: Props, inputs: Partial<I>): readonly string[];
  /** Body of the create request; all platform inputs in wire naming unless given. */
  body?(inputs: I, session: Session): Json;
  /** Body of the update request; all changed inputs in wire naming unless given. */
  patch?(inputs: I, session: Session): Json;
  /** Creates in another way than one POST. */
  readonly create?: {
    /** Its id, with inputs in braces like `{volumeId}/{instanceId}`; `{random}` is made up. */
    readonly id: string;
    /** Resolves with the answer. */
    send(session: Session, inputs: I): Promise<Json>;
  };
  /** Looks the object up in another way than by its kind's routes. */
  observe?(session: Session, target: Target<I>): Promise<Sighting>;
  /** Applies changed inputs in another way than by the kind's update route; resolves with what was seen last. */
  update?(
    session: Session,
    target: Target<I>,
    changed: readonly string[],
  ): Promise<Json | Observed>;
  /** Something the state calls for though no input changed. */
  readonly renew?: {
    isDue(state: Props, inputs: I): boolean;
    run(session: Session, target: Target<I>): Promise<Json>;
  };
  /** A better id than the one it was created with, once an answer brings it. */
  identify?(id: string, observed: Observed): string;
  /** Brings the object into a state in which it can be deleted. */
  prepareDelete?(session: Session, target: Target<I>): Promise<void>;
  /** Deletes in another way than by the kind's delete route; resolves when it is gone. */
  remove?(session: Session, target: Target<I>): Promise<void>;
  /** Adds what an answer says in other words, e.g. a state that follows from a status word. */
  interpret?(answer: Props, assumptions: Assumptions): Props;
  /** Outputs that follow from the inputs alone. */
  derive?(inputs: I): Props;
  /** Decides readiness from facts the spec names; the status words decide unless given. */
  ready?(observed: Observed, inputs: I, assumptions: Assumptions): Readiness | undefined;
}

/** Order of a replacement; `byName` deletes first only when the name is the user's own. */
export type Order = "createFirst" | "deleteFirst" | "byName";

/** An order of a replacement that depends on what changes. */
export interface DependentOrder {
  readonly usual: Order;
  readonly exception: Order;
  /** Whether a change, from the state to the new inputs, is the exception. */
  when(state: Props, inputs: Props): boolean;
  /** Why, as a sentence for people. */
  readonly why: string;
}

/** The facts of one resource class. */
export interface Facts<I extends object, O extends object> extends Hooks<I> {
  /** Area and class, as in the type token: `storage:Volume`. */
  readonly type: `${string}:${string}`;
  readonly kind: Kind;
  /** The word for one of it in messages. */
  readonly noun: string;
  readonly changes: { readonly [K in keyof I]-?: Change };
  /** Inputs of which exactly one must be given. */
  readonly oneOf?: readonly (keyof I & string)[];
  readonly secrets?: readonly ((keyof I | keyof O) & string)[];
  readonly replacement: Order | DependentOrder;
  /** The id it will have, where that follows from inputs other than its name; they stand in braces. */
  readonly naturalId?: string;
  /** Hidden inputs that this class alone has, which its `validate` reads. */
  readonly hiddenInputs?: readonly string[];
  /** What inputs are when they are left out. */
  readonly defaults?: Partial<I>;
  /** Outputs that only the answer to the create shows; adopting leaves them unknown. */
  readonly shownOnce?: readonly (keyof O & string)[];
  /** Endpoint that creates it, where that is not the one of its kind. */
  readonly createEndpoint?: Endpoint;
  /** Minutes a create may take unless `timeouts` say otherwise; 15 for most kinds. */
  readonly createMinutes?: number;
  /** What the spec does not show for this kind, as sentences for people. */
  readonly gaps: readonly string[];
}

/** A resource class as the lifecycle sees it: one type for all kinds of inputs. */
export interface Definition
  extends Omit<
    Facts<object, object>,
    "secrets" | "changes" | "oneOf" | "defaults" | "shownOnce" | "hiddenInputs"
  > {
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  readonly changes: Readonly<Record<string, Change>>;
  readonly secrets: readonly string[];
  readonly oneOf: readonly string[];
  readonly defaults: Props;
  readonly shownOnce: readonly string[];
  readonly hiddenInputs: readonly string[];
}

type Proven<S extends z.ZodObject, T> = [keyof T] extends [never]
  ? S
  : [z.output<S>] extends [T]
    ? [T] extends [z.output<S>]
      ? [keyof T] extends [keyof z.output<S>]
        ? [keyof z.output<S>] extends [keyof T]
          ? S
          : { error: "the schema has a property the interface lacks" }
        : { error: "the interface has a property the schema lacks" }
      : { error: "the interface is wider than the schema" }
    : { error: "the schema is wider than the interface" };

/**
 * Declares a resource class: its facts and hooks, with schemas that prove themselves equal to the
 * interfaces at compile time. Its type keeps which inputs have a default.
 */
export function defineResource<I extends object, O extends object>() {
  function define<
    SI extends z.ZodObject,
    SO extends z.ZodObject,
    D extends Partial<I> = NoDefaults,
  >(
    facts: Facts<I, O> & { inputs: SI & Proven<SI, I>; outputs: SO & Proven<SO, O>; defaults?: D },
  ): Defined<D>;
  function define(facts: Facts<I, O> & Pick<Definition, "inputs" | "outputs">): Definition {
    return {
      secrets: [],
      oneOf: [],
      shownOnce: [],
      hiddenInputs: [],
      ...facts,
      defaults: { ...facts.defaults },
      changes: Object.fromEntries(Object.entries<Change>(facts.changes)),
    };
  }
  return define;
}

/** A definition whose type says which inputs have a default. */
export interface Defined<D> extends Omit<Definition, "defaults"> {
  readonly defaults: D;
}

type NoDefaults = Record<never, never>;
