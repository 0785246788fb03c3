/** What `pulumi refresh --preview-only --json` prints, in both of its forms. */

const token = "pulumi-nodejs:dynamic/hosting/";

/** Pulumi's signature of a secret in its output. */
export const secret = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};

type Props = Readonly<Record<string, unknown>>;

/** A resource, and what a refresh came to. */
export interface Looked {
  /** `Volume` of the storage area unless given. */
  readonly type?: string;
  readonly op?: "same" | "update" | "delete";
  readonly id?: string;
  readonly inputs: Props;
  /** Inputs after the refresh, where these differ. */
  readonly found?: Props;
  /** Hidden outputs before and after. */
  readonly before?: Props;
  readonly after?: Props;
  /** Names of the resources that inputs come from. */
  readonly sources?: Props;
  /** Pulumi's warnings. */
  readonly warning?: string;
  readonly leftover?: true;
  /** URN of what it is a part of. */
  readonly parent?: string;
}

export type Stack = Readonly<Record<string, Looked>>;

export function urnOf(name: string, type = "storage:Volume"): string {
  return `urn:pulumi:dev::shop::${token}${type}::${name}`;
}

/** The stream of events, with warnings of the whole run. */
export function streamOf(stack: Stack, warnings: readonly string[] = []): string {
  const looks = Object.entries(stack).flatMap(([name, looked]) => {
    const { urn, old, next, op, diffs } = stepOf(name, looked);
    return [
      { resourcePreEvent: { metadata: { op: "refresh", urn, old, new: old } } },
      { resOutputsEvent: { metadata: { op, urn, old, new: next, diffs } } },
    ];
  });
  const events = [
    ...looks,
    ...messagesOf(stack, warnings).map((diagnosticEvent) => ({ diagnosticEvent })),
    { summaryEvent: { resourceChanges: {} } },
  ];
  return events
    .map((event, sequence) => JSON.stringify({ sequence, timestamp: 0, ...event }))
    .join("\n");
}

/** The one document, in which a difference in outputs alone is none; as with `--run-program`. */
export function documentOf(stack: Stack, warnings: readonly string[] = []): string {
  const steps = Object.entries(stack).map(([name, looked]) => {
    const { urn, old, next, op, diffs } = stepOf(name, looked);
    const isShown = op === "delete" || diffs.length > 0;
    return isShown
      ? { op, urn, oldState: old, newState: next, diffReasons: diffs }
      : { op: "refresh", urn, oldState: old, newState: { ...old, outputs: {} } };
  });
  const root = { op: "refresh", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" };
  const diagnostics = messagesOf(stack, warnings);
  return JSON.stringify({ steps: [root, ...steps], diagnostics, changeSummary: { same: 1 } });
}

function stepOf(name: string, looked: Looked) {
  const { type = "storage:Volume", inputs, found, before = {}, after = {}, leftover } = looked;
  const { op = found === undefined ? "same" : "update", sources = {} } = looked;
  const urn = urnOf(name, type);
  const state = (given: Props, outputs: Props) => ({
    ...{ urn, type: `${token}${type}`, custom: true, id: looked.id ?? `id-of-${name}` },
    ...{ inputs: given, outputs: { ...given, ...outputs } },
    ...(leftover && { delete: true }),
    ...(looked.parent && { parent: looked.parent }),
    propertyDependencies: sources,
  });
  const old = state(inputs, before);
  const next =
    op === "delete" ? undefined : state({ ...inputs, ...found }, { ...before, ...after });
  return { urn, old, next, op, diffs: Object.keys(found ?? {}) };
}

function messagesOf(stack: Stack, warnings: readonly string[]) {
  const own = Object.entries(stack).flatMap(([name, { type, warning }]) => {
    return warning === undefined ? [] : { message: warning, urn: urnOf(name, type) };
  });
  const all = [...own, ...warnings.map((message) => ({ message, urn: "" }))];
  return all.map((one) => ({ severity: "warning", ...one }));
}
