import type { z } from "zod";
import type { Assumptions } from "../../contract/assumptions.ts";
import type { Endpoint, Kind } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type {
  LookupResult,
  Observed,
  Props,
  Readiness,
  Removed,
  SecretSource,
  SecretText,
  Session,
  Target,
} from "./session.ts";

/** The id of an object of one of these classes: its resource can be given instead. */
export type IdOf<_Class> = string;

/** An input that holds the id of an object of one of these classes; `*` in its path is any entry of a list. */
export interface Reference {
  readonly path: readonly string[];
  /** Types of the classes, e.g. `compute:Instance`. */
  readonly to: readonly string[];
}

/** Inputs that allow what is otherwise refused at preview. */
export type OptIn = "allowDataLoss" | "allowAddressChange" | "allowOwnerRemoval" | "reinvite";

/** The effect of changing one input on the platform's object. */
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
  /** For an update: the create cannot send it, so a separate request follows. */
  readonly afterCreate?: true;
  /** Ends the sentence "changing it would replace the object, which …". */
  readonly why?: string;
  /** True for a free word, like a region: a platform may spell it in its own way, which the first look shows. */
  readonly isWord?: true;
  /** True when two values mean the same. */
  readonly same?: (before: unknown, after: unknown) => boolean;
  /** True when an answer means what the program declares, in a form that no program writes. */
  readonly respelled?: (found: unknown, declared: unknown) => boolean;
  /** Fields that a program may write into a rule; one that it leaves out has the default that the platform shows first. */
  readonly fields?: readonly string[];
  /** An answer's value as a program would write it, where the platform spells it in a way that no input may have. */
  readonly toInput?: (found: unknown) => unknown;
  /** A value in a few words, where its beginning tells nothing; undefined where it is none of the kind. */
  readonly tell?: (value: unknown) => string | undefined;
  /** Why this change is refused, for rules that compare both values; undefined when it is not. */
  readonly forbid?: (before: unknown, after: unknown, inputs: Props) => string | undefined;
}

/** Actions a person may have taken on a machine (spec 4.1). */
export type Action = "start" | "stop" | "restart" | "freeze" | "unfreeze";

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
  /** Owners who may be removed in this run, as in a session; nobody unless given. */
  readonly removableOwners?: readonly string[];
  /** Reads a text that is kept outside of the program, as in a session; nothing is read unless given. */
  readonly readSecret?: (source: SecretSource) => SecretText;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Inputs of the last operation; empty for a new object. */
  readonly oldInputs: Props;
  /** All inputs as they came, hidden ones and unknown values included. */
  readonly given: Props;
}

/** Behaviour of a kind where the general rules of the lifecycle do not fit. */
export interface Hooks<I extends object> {
  /** Value rules over several inputs; properties that are not known yet are missing. */
  validate?(inputs: Partial<I>, context: CheckContext): readonly Problem[];
  /** Inputs that differ in spelling only, for rules that need more than one input to tell. */
  equivalent?(state: Props, inputs: Partial<I>): readonly string[];
  /** True where the state has to be written anew though nothing changed: no request is sent. */
  isStale?(state: Props): boolean;
  /**
   * Body of the create request, of all inputs but those that are ignored; the platform inputs in wire naming unless given.
   * An update that replaces the object has it as well.
   */
  body?(inputs: I, session: Session): Json;
  /** Body of an update that sends a part, of the changed inputs and, for what they stand for, of all; like `body` unless given. */
  patch?(changed: Partial<I>, session: Session, inputs: I): Json;
  /** Creates in another way than one POST. */
  readonly create?: {
    /** Its id, with inputs in braces like `{volumeId}/{instanceId}`; `{random}` is made up. */
    readonly id: string;
    /** Resolves with the answer. */
    send(session: Session, inputs: I): Promise<Json>;
    /**
     * The advice where it is refused because an input may follow from something that has changed
     * since; without its full stop.
     */
    readonly correction?: string;
  };
  /** Looks the object up in another way than by its kind's routes. */
  observe?(session: Session, target: Target<I>): Promise<LookupResult>;
  /** Applies changed inputs named in another way than by the kind's update route; resolves with what was seen last. */
  update?(session: Session, target: Target<I>, names: readonly string[]): Promise<Json | Observed>;
  /** What a person may do with the object, e.g. start it; each resolves with the last answer. */
  readonly actions?: Readonly<
    Record<Action, (session: Session, target: Pick<Target<I>, "id">) => Promise<Observed>>
  >;
  /** An object that came to its end by itself: it is deleted and made again though no input changed. */
  readonly renew?: {
    /** The input that asks for it. */
    readonly askedBy: OptIn;
    isDue(state: Props, inputs: I): boolean;
  };
  /** Whether answers may leave the object out in this state until it is ready. Defaults to a status of `words.pending`. */
  mayBeLeftOut?(state: Props): boolean;
  /** A better id than the one it was created with, once an answer brings it. */
  identify?(id: string, observed: Observed): string;
  /** Brings the object into a state in which it can be deleted; called again, in intervals, while its deletion is refused. */
  prepareDelete?(session: Session, target: Target<I>): Promise<Prepared | undefined>;
  /** Undoes `prepareDelete` for an object that its program keeps after all. */
  readonly restore?: {
    /** Whether these inputs call for it. */
    isDue(inputs: I): boolean;
    /** Resolves with what was seen last. */
    run(session: Session, target: Target<I>): Promise<Observed>;
  };
  /** Deletes in another way than by the kind's delete route. */
  remove?(session: Session, target: Target<I>): Promise<Removed>;
  /** Adds what an answer says in other words, e.g. a state that follows from a status word. */
  interpret?(answer: Props, assumptions: Assumptions): Props;
  /** Outputs that follow from the inputs alone. */
  derive?(inputs: I): Props;
  /**
   * True for what the platform makes together with the object that it is in: a program does not declare it.
   * Undefined where too little of that object is known.
   */
  isBuiltIn?(inputs: Partial<I>, holder: Observed): boolean | undefined;
  /** Decides readiness from facts the spec names; the status words decide unless given. */
  ready?(observed: Observed, inputs: I, assumptions: Assumptions): Readiness | undefined;
}

/** The result of preparing a deletion; undefined where the next refusal of the deletion is more precise. */
export type Prepared =
  /** The platform shows that nothing is left to prepare, so a deletion that stays refused has another reason. */
  | { readonly isPrepared: true }
  /** The platform offers no way to prepare it: what a person has to do instead, like "Stop it in the console". */
  | { readonly byHand: string };

/** Parts of an object that its replacement does not get. */
export type Held = "data" | "disk" | "address";

/** Which of the two objects of a replacement comes first. */
export type Order = "createFirst" | "deleteFirst";

/** An order of a replacement that the general rule does not give. */
export interface OrderException {
  readonly order: Order;
  /** Whether it holds for a change, from the state to the new inputs; for every one unless given. */
  when?(state: Props, inputs: Props): boolean;
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
  /**
   * The order of a replacement, where it is another one than by the rule for all classes: the old
   * one is deleted first if the user chose the name, and, for a class without a name, if its id is
   * composed of other inputs.
   */
  readonly replacement?: OrderException;
  /** True for what holds neither data nor an address: one that was changed by hand is replaced where no route updates it. */
  readonly expendable?: true;
  /** The id it will have, where that follows from inputs other than its name, which are in braces. */
  readonly naturalId?: string;
  /** The word on the line of a picture for each input that names another object, by its path: `source.imageId`. */
  readonly links?: Readonly<Record<string, string>>;
  /** It is nothing but a link between two objects, which these inputs name: pictures draw a line with the word. */
  readonly joins?: { readonly from: string; readonly to: string; readonly word: string };
  /** Hidden inputs that this class alone has, which its `validate` reads. */
  readonly hiddenInputs?: readonly string[];
  /** Defaults of inputs. */
  readonly defaults?: Partial<I>;
  /** Outputs that only the answer to the create shows; adopting leaves them unknown. */
  readonly shownOnce?: readonly (keyof O & string)[];
  /** Outputs that no update changes: previews show them as they are. */
  readonly stable?: readonly (keyof O & string)[];
  /** Endpoint that creates it, where that is not the one of its kind. */
  readonly createEndpoint?: Endpoint;
  /** Minutes a create may take unless `timeouts` say otherwise; 15 for most kinds. */
  readonly createMinutes?: number;
  /**
   * Parts that are deleted with an object and that its replacement will not have: its data, the
   * disk of a machine, its address.
   */
  readonly holds?: readonly Held[];
  /** Gaps of the spec for this kind, as sentences for people. */
  readonly gaps: readonly string[];
}

/** A resource class as the lifecycle sees it: one type for all kinds of inputs. */
export interface Definition
  extends Omit<
    Facts<object, object>,
    "secrets" | "changes" | "oneOf" | "defaults" | "shownOnce" | "stable" | "hiddenInputs"
  > {
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  readonly changes: Readonly<Record<string, Change>>;
  readonly secrets: readonly string[];
  readonly oneOf: readonly string[];
  readonly defaults: Props;
  readonly shownOnce: readonly string[];
  readonly stable: readonly string[];
  readonly hiddenInputs: readonly string[];
  /** Inputs that one declaration keeps secret besides those of its class. */
  readonly keptSecret: readonly string[];
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
      stable: [],
      hiddenInputs: [],
      keptSecret: [],
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
