interface Position {
  readonly line: number;
  readonly column: number;
}

/** What Stryker says of a mutant, as far as it is reported. */
export interface Mutant {
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
  readonly status: string;
}

interface Count {
  readonly killed: number;
  readonly survived: number;
}

const killing: ReadonlySet<string> = new Set(["Killed", "Timeout"]);
const surviving: ReadonlySet<string> = new Set(["Survived", "NoCoverage"]);

function survivorsOf(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(({ status }) => surviving.has(status));
}

/** A mutant that does not end counts as killed, one that no test reaches as survived. */
export function countOf(mutants: readonly Mutant[]): Count {
  const killed = mutants.filter(({ status }) => killing.has(status)).length;
  return { killed, survived: survivorsOf(mutants).length };
}

/** Rounded down, so that 90 is never said of less. */
export function scoreOf({ killed, survived }: Count): number {
  return killed + survived === 0 ? 100 : Math.floor((1000 * killed) / (killed + survived)) / 10;
}

/** A line for each file and one for all, then the survivors; `sourceOf` reads a file. */
export function reportOf(
  group: string,
  mutants: readonly Mutant[],
  sourceOf: (file: string) => string,
): string {
  const files = Map.groupBy(mutants, ({ fileName }) => fileName);
  const inOrder = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const survivors = inOrder.flatMap(([file, own]) => {
    const lines = sourceOf(file).split("\n");
    return survivorsOf(own).map((mutant) => lineOf(mutant, lines));
  });
  return [
    ...inOrder.map(([file, own]) => `${scoreLine(countOf(own))}  ${file}`),
    `${scoreLine(countOf(mutants))}  ${group}`,
    ...survivors,
  ].join("\n");
}

function scoreLine(count: Count): string {
  const score = scoreOf(count).toFixed(1).padStart(5);
  return `${score} %  ${`${count.killed}`.padStart(4)} killed  ${`${count.survived}`.padStart(4)} survived`;
}

function lineOf(mutant: Mutant, lines: readonly string[]): string {
  const { start, end } = mutant.location;
  const first = lines[start.line - 1] ?? "";
  const before =
    start.line === end.line
      ? first.slice(start.column - 1, end.column - 1)
      : `${first.slice(start.column - 1)} …`;
  const reached = mutant.status === "NoCoverage" ? " (no test reaches it)" : "";
  const after = mutant.replacement.replace(/\s+/g, " ");
  return `${mutant.fileName}:${start.line}:${start.column}  ${before} -> ${after}${reached}`;
}
