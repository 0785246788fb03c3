import { plainText } from "../../provider/display.ts";
import { CommandError } from "../exit.ts";
import type { Session } from "../session.ts";
import type { Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import { checks } from "./checks/_all.ts";
import { checkCode } from "./checks/code.ts";
import { checkStack } from "./checks/stack.ts";
import { examine } from "./examined.ts";
import type { Finding } from "./finding.ts";

/** What `pulumi-hosting doctor` is given. */
export interface DoctorOptions {
  readonly stack?: string;
  readonly json?: boolean;
  readonly only?: "code";
}

/** Looks at everything a run needs, and says what is wrong. */
export async function diagnose(
  { stack, json, only }: DoctorOptions,
  session: Session,
): Promise<void> {
  const { terminal } = session;
  if (only !== undefined && stack === undefined) {
    throw new CommandError(
      "Nothing was checked: --only code looks into a state. Name its stack with --stack.",
    );
  }
  terminal.progress("Looking at the settings, the tools and the platform …");
  const examined = await examine(terminal, stack);
  const ofCode = examined.state === undefined ? checkStack : checkCode;
  const wanted = only === "code" ? [ofCode] : checks;
  const found = (await Promise.all(wanted.map((check) => check(examined)))).flat();
  const findings = found.map((one) => ({ ...one, says: plainText(one.says) }));
  terminal.stop.throwIfAborted();
  const ok = findings.every(({ state }) => state !== "wrong");
  terminal.print(
    json === true ? `${JSON.stringify({ ok, findings })}\n` : asText(findings, terminal),
  );
  if (!ok) session.end("found");
}

const colours = { ok: "green", note: "yellow", wrong: "red" } as const;

function asText(findings: readonly Finding[], terminal: Terminal): string {
  const width = (terminal.columns ?? Number.POSITIVE_INFINITY) - indent;
  const lines = shortList(findings).map(({ state, about, says }) => {
    const start = `${terminal.style(colours[state], state.padEnd(5))}  ${about.padEnd(aboutWidth)} `;
    return `${start} ${wrap(says, width, 0).replaceAll("\n", `\n${" ".repeat(indent)}`)}\n`;
  });
  return lines.join("");
}

const aboutWidth = 8;
/** Of the words before what it says. */
const indent = "wrong".length + 2 + aboutWidth + 2;

const most = 10;

/** Shows the first finding of each kind and counts the rest; those of other projects are only counted. */
function shortList(findings: readonly Finding[]): readonly Finding[] {
  const sorts = Object.values(Object.groupBy(findings, ({ about }) => about));
  return sorts.flatMap((same = []) => {
    const own = same.filter(({ isElsewhere }) => isElsewhere !== true);
    const others = same.filter(({ isElsewhere }) => isElsewhere === true);
    return [
      ...own.slice(0, most),
      ...counted(own.slice(most), "more"),
      ...counted(others, "open creates of other projects, to be ended there"),
    ];
  });
}

function counted(left: readonly Finding[], what: string): readonly Finding[] {
  const [first] = left;
  return first === undefined
    ? []
    : [{ ...first, says: `${left.length} ${what}; --json lists all.` }];
}
