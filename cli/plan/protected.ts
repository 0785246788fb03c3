import { classType } from "../../contract/price.ts";
import { plainText, withoutMiddle } from "../../provider/display.ts";
import { definitions } from "../../resources/_registry.ts";
import { nameIn, type Preview } from "../preview/preview.ts";
import type { Plan } from "./plan.ts";
import { aliasText, keepText, movedText, type RenamedComponent, renamesOf } from "./renames.ts";

/** Steps that Pulumi refuses on protected resources. */
interface Refusal {
  readonly urn: string;
  readonly isReplaced: boolean;
}

/** Pulumi's words for it, of several of its versions. */
const refusing = /(cannot be deleted|as it is currently marked for protection)/;
const quotedUrn = /resource "(urn:pulumi:[^"]+)"/;

/** Why a preview failed on what is protected, and the way out: Pulumi's speaks of a flag that no program with a component has. */
export function protectedText(preview: Preview, { errors }: Plan): string | undefined {
  const refused = refusalsIn(preview);
  if (refused.length === 0) return undefined;
  const { project, stack } = preview;
  const of = project === "" ? "" : ` of ${project}/${stack}`;
  const others = errors.filter((text) => !refusing.test(text)).length;
  const sentences = [
    `There is no plan: the preview${of} failed.`,
    ...subjectsOf(refused),
    ...renamesIn(preview, refused),
    ...waysOf(refused.map(({ urn }) => urn)),
    ...(others === 0 ? [] : [`(and ${others} other error${others === 1 ? "" : "s"})`]),
  ];
  return sentences.join(" ");
}

function refusalsIn({ diagnostics }: Preview): readonly Refusal[] {
  const found = diagnostics.flatMap(({ severity, message }): (readonly [string, Refusal])[] => {
    const [, urn] = quotedUrn.exec(message) ?? [];
    if (severity !== "error" || urn === undefined || !refusing.test(message)) return [];
    return [[urn, { urn, isReplaced: message.includes("unable to replace") }]];
  });
  return [...new Map(found).values()];
}

const mostNames = 3;
const longestName = 60;

function subjectsOf(refused: readonly Refusal[]): readonly string[] {
  const all = Map.groupBy(refused, ({ isReplaced }) => (isReplaced ? "replaces" : "deletes"));
  return [...all].map(([verb, some]) => {
    const names = some.slice(0, mostNames).map(({ urn }) => {
      return `${nounOf(urn)} "${withoutMiddle(nameIn(urn), longestName)}"`;
    });
    const left = some.length - names.length;
    return left === 0
      ? `It ${verb} what is protected: ${names.join(", ")}.`
      : `It ${verb} ${some.length} resources that are protected: ${names.join(", ")} and ${left} more.`;
  });
}

/** An object that is replaced has kept its name, and so has one where nothing is created. */
function renamesIn(preview: Preview, refused: readonly Refusal[]): readonly string[] {
  const { resources, components, urns } = renamesOf(preview);
  const gone = refused.filter(({ isReplaced }) => !isReplaced).map(({ urn }) => urn);
  const single = gone.flatMap((urn) => {
    const to = resources.get(urn);
    return to === undefined ? [] : [{ name: nameIn(urn), to }];
  });
  const inside = gone.filter((urn) => urns.has(urn) && !resources.has(urn));
  const holders = components.filter((one) => inside.some((urn) => isIn(one, urn)));
  const shown = [
    ...holders.map((one) => `${keepText(one)}.`),
    ...single.map(({ name, to }) => {
      const what = gone.length === 1 ? "It" : `"${name}"`;
      return `${what} looks renamed to "${to}": to keep it, ${aliasText(name)}.`;
    }),
  ];
  if (shown.length > 0) return shown.slice(0, mostNames);
  const isCreated = preview.resources.some(({ action }) => action === "create");
  if (gone.length === 0 || !isCreated) return [];
  const [moved] = gone.flatMap((urn) => movedText(urn, preview) ?? []);
  return [
    moved === undefined
      ? `If it was renamed: ${aliasText("<its old name>")}.`
      : `"${nameIn(gone[0] ?? "")}" ${moved}.`,
  ];
}

function isIn({ type, name }: RenamedComponent, urn: string): boolean {
  return typesOf(urn).slice(0, -1).includes(type) && nameIn(urn).startsWith(name);
}

/** For the data of components, and for what else is protected. */
function waysOf(urns: readonly string[]): readonly string[] {
  const owners = [...new Set(urns.flatMap((urn) => ownerOf(urn) ?? []))];
  const others = urns.filter((urn) => ownerOf(urn) === undefined);
  const data = `If the data of a component may be deleted: \`allowDataLoss: true\` on the ${owners.join(" or ")}, ${then}.`;
  return [...(owners.length === 0 ? [] : [data]), ...flagWay(others, owners.length > 0)];
}

const then = "`pulumi up`, then this change";

function flagWay(urns: readonly string[], areOthers: boolean): readonly string[] {
  const [first] = urns;
  if (first === undefined) return [];
  const [they, them] = urns.length === 1 ? ["it", "it"] : ["they", "them"];
  const when = areOthers ? "For the others" : `If ${they} may be deleted`;
  const isPart = urns.some((urn) => typesOf(urn).some((type) => type.startsWith(ourComponents)));
  const where = isPart ? " (by the `transform` of its component)" : "";
  const flag = `\`protect: false\` on ${them}${where}, ${then}`;
  return [`${when}: ${flag}; or ${commandFor(first, urns.length)}.`];
}

const ourComponents = "hosting:components:";

/** The whole command where one can be copied into a shell. */
function commandFor(urn: string, count: number): string {
  const isSafe = /^[\w:/$.@ -]+$/.test(urn) && plainText(urn) === urn;
  if (count === 1 && isSafe) return `\`pulumi state unprotect '${urn}'\``;
  const what = count === 1 ? "it" : "each";
  return `\`pulumi state unprotect '<urn>'\` (\`pulumi stack --show-urns\` has ${what})`;
}

/** The component that protects the data, as a program calls it: the outermost of ours. */
function ownerOf(urn: string): string | undefined {
  const types = typesOf(urn);
  if (classType(types.at(-1) ?? "") !== "storage:Volume") return undefined;
  const [owner] = types.flatMap((type) => {
    const [, name] = /^hosting:components:(LoadBalancedApp|PersistentVolume)$/.exec(type) ?? [];
    return name ?? [];
  });
  return owner;
}

function nounOf(urn: string): string {
  return definitions.get(classType(typesOf(urn).at(-1) ?? ""))?.noun ?? "resource";
}

/** Types in a URN, from the outermost component to its own. */
function typesOf(urn: string): readonly string[] {
  return (urn.split("::")[2] ?? "").split("$");
}
