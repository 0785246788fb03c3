import { z } from "zod";
import { plainText } from "../../provider/display.ts";
import { CommandError } from "../exit.ts";
import type { Terminal } from "../terminal.ts";
import { Bill, billText } from "./bill.ts";
import { type Control, type ControlRequest, withControl } from "./control.ts";
import { paceOf } from "./pace.ts";
import { bindingRequest, Traffic, trafficText } from "./traffic.ts";

/** Names of the commands on a platform, those below `faults` without it. */
export type CommandName =
  | "snapshot"
  | "restore"
  | "reset"
  | "clock"
  | "advance"
  | "bill"
  | "traffic"
  | "list"
  | "add"
  | "clear";

/** Options of the commands on a platform. */
interface CommandOptions {
  readonly file?: string;
  readonly json?: boolean;
  readonly project?: string;
  readonly backend?: readonly string[];
}

/** A command on a platform, as it was typed. */
interface Given {
  readonly name: CommandName;
  readonly argument: string | undefined;
  readonly options: CommandOptions;
}

/** Runs one command on the platform, and prints the result. */
export async function runOnPlatform(
  { name, argument = "", options }: Given,
  terminal: Terminal,
): Promise<void> {
  const { answer, text } = await withControl(options.file, terminal, (control) =>
    actions[name](control, argument, { terminal, options }),
  );
  terminal.print(options.json === true ? `${JSON.stringify(answer)}\n` : `${text}\n`);
}

interface Outcome {
  /** The answer of the control API, or its next one where that is empty. */
  readonly answer: unknown;
  readonly text: string;
}

interface Seat {
  readonly terminal: Terminal;
  readonly options: CommandOptions;
}

type Action = (control: Control, argument: string, seat: Seat) => Promise<Outcome>;

const Saved = z.array(z.looseObject({ name: z.string(), time: z.string() }));
const Info = z.looseObject({
  objects: z.record(z.string(), z.number()),
  clock: z.looseObject({ now: z.string(), factor: z.number() }),
  saved: Saved,
});
const Time = z.looseObject({ now: z.string(), factor: z.number() });
const Faults = z.array(
  z.looseObject({ id: z.string(), fault: z.unknown(), matched: z.number(), met: z.number() }),
);
const Added = z.looseObject({ id: z.string() });
const Nothing = z.undefined();

const actions: Readonly<Record<CommandName, Action>> = {
  snapshot: async ({ ask }, name) => {
    if (name === "") {
      const { saved } = await ask(get("/info"), Info);
      return { answer: saved, text: savedList(saved) };
    }
    await ask(post("/save", { name }), Nothing);
    const { saved: answer } = await ask(get("/info"), Info);
    const text = `Saved under ${quoted(name)}. \`npx pulumi-hosting platform restore ${plainText(name)}\` brings it back.`;
    return { answer, text };
  },
  restore: async ({ ask, where }, name) => {
    await ask(post("/restore", { name }), Nothing);
    const answer = await ask(get("/info"), Info);
    const text = `The platform at ${where} is as it was saved under ${quoted(name)}: ${contentOf(answer)}.`;
    return { answer, text };
  },
  reset: async ({ ask, where }) => {
    await ask(post("/reset"), Nothing);
    const answer = await ask(get("/info"), Info);
    const text = `The platform at ${where} has ${contentOf(answer)}. Saved moments are kept.`;
    return { answer, text };
  },
  clock: async ({ ask }, pace) => {
    if (pace === "") return told((await ask(get("/info"), Info)).clock);
    return told(await ask(post(pace === "real" ? "/clock/resume" : "/clock/freeze"), Time));
  },
  advance: async ({ ask }, text) => {
    const seconds = Number(text);
    return told(await ask(post("/clock/advance", { seconds }), Time));
  },
  bill: async ({ ask }, _none, { terminal, options }) => {
    const asked =
      options.project === undefined ? "" : `?${new URLSearchParams({ project: options.project })}`;
    const answer = await ask(get(`/bill${asked}`), Bill);
    return { answer, text: billText(answer, terminal.columns) };
  },
  traffic: async ({ ask }, _none, { options: { backend = [] } }) => {
    for (const request of backend.map(bindingRequest)) await ask(request, z.unknown());
    const answer = await ask(get("/traffic"), Traffic);
    return { answer, text: trafficText(answer) };
  },
  list: async ({ ask }) => {
    const answer = await ask(get("/faults"), Faults);
    return { answer, text: faultList(answer) };
  },
  add: async ({ ask }, text) => {
    const answer = await ask(post("/faults", parseFault(text)), Added);
    const end = `\`npx pulumi-hosting platform faults clear ${answer.id}\` ends it`;
    return { answer, text: `Added ${answer.id}; ${end}.` };
  },
  clear: async ({ ask }, id) => {
    const path = id === "" ? "/faults" : `/faults?${new URLSearchParams({ id })}`;
    await ask({ method: "DELETE", path }, Nothing);
    const answer = await ask(get("/faults"), Faults);
    return { answer, text: faultList(answer) };
  },
};

function get(path: string): ControlRequest {
  return { method: "GET", path };
}

function post(path: string, body?: unknown): ControlRequest {
  return { method: "POST", path, body };
}

function told(answer: z.output<typeof Time>): Outcome {
  return { answer, text: `${answer.now}, ${paceOf(answer.factor)}` };
}

function savedList(saved: z.output<typeof Saved>): string {
  if (saved.length === 0)
    return "Nothing is saved. `npx pulumi-hosting platform snapshot <name>` does.";
  return saved.map(({ name, time }) => `${time}  ${plainText(name)}`).join("\n");
}

function faultList(faults: z.output<typeof Faults>): string {
  if (faults.length === 0) return "No faults are in force.";
  const lines = faults.map(
    ({ id, met, fault }) => `${id}  met by ${met}  ${JSON.stringify(fault)}`,
  );
  return lines.join("\n");
}

function contentOf({ objects }: z.output<typeof Info>): string {
  const counts = Object.entries(objects).map(([kind, count]) => `${kind} ${count}`);
  return counts.length === 0 ? "no objects" : counts.join(", ");
}

function parseFault(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(
      `The fault was not added: it is not JSON. Write it like '{"path":"/v1/volumes","status":503,"times":2}'.`,
    );
  }
}

function quoted(text: string): string {
  return JSON.stringify(plainText(text));
}
