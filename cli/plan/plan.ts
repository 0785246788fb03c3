import { classType } from "../../contract/price.ts";
import { type Forecast, forecast } from "../../costs/index.ts";
import { requestTable } from "../../costs/request-table.ts";
import type { Definition, Order } from "../../provider/definition/definition.ts";
import { plainText } from "../../provider/display.ts";
import { withArticle } from "../../provider/lifecycle/identity/subject.ts";
import { definitions } from "../../runtime/_registry.ts";
import type { PlannedResource, Preview } from "../preview/preview.ts";
import type { Change, Ours } from "./change.ts";
import { type Cost, costOf } from "./cost.ts";
import { fieldsOf } from "./fields.ts";
import { lossesOf } from "./losses.ts";
import { ordersOf } from "./order.ts";
import { type RenamedComponent, renamesOf } from "./renames.ts";
import { type Undocumented, undocumentedIn } from "./undocumented.ts";

/** What a change of a stack means. */
export interface Plan {
  readonly project: string;
  readonly stack: string;
  /** What happens to each resource of this package that does not stay the same. */
  readonly changes: readonly Change[];
  /** How many resources of this package stay the same. */
  readonly unchanged: number;
  /** How many resources of other packages change. */
  readonly others: number;
  /** Resources that lose their protection from being deleted, which Pulumi counts as no change: `volume "data"`. */
  readonly unprotected: readonly string[];
  /** Components whose parts are deleted, and created under another name with the same inputs. */
  readonly renamed: readonly RenamedComponent[];
  readonly cost: Cost;
  readonly requests: Forecast;
  readonly undocumented: readonly Undocumented[];
  readonly warnings: readonly string[];
  /** Why the preview failed; the rest is not the whole then. */
  readonly errors: readonly string[];
}

/** Tells what a preview means. */
export function planOf(preview: Preview): Plan {
  const ours = preview.resources.flatMap((resource): Ours[] => {
    const definition = definitions.get(classType(resource.type));
    return definition === undefined ? [] : [{ resource, definition }];
  });
  const orders = ordersOf(ours);
  // The engine's order changes from run to run.
  const sorted = ours.toSorted(byPlace);
  const renames = renamesOf(preview);
  const changes = sorted
    .filter(({ resource }) => resource.action !== "same")
    .map((one) => changeOf(one, orders.get(one.resource.urn)))
    .map((change) => {
      const to = change.action === "delete" ? renames.resources.get(change.urn) : undefined;
      return to === undefined ? change : { ...change, renamedTo: to };
    });
  const { project, stack, resources, leftOut } = preview;
  return {
    ...{ project, stack, changes },
    unchanged: ours.length - changes.length + leftOut,
    others: resources.filter(isForeign).length,
    unprotected: sorted
      .filter(losesProtection)
      .map(({ resource: { name }, definition: { noun } }) => `${noun} "${name}"`),
    renamed: renames.components,
    cost: costOf(sorted, leftOut),
    requests: forecast(ours.flatMap(({ resource: { steps } }) => steps)),
    undocumented: undocumentedIn(changes),
    ...messagesIn(preview),
  };
}

function changeOf({ resource, definition }: Ours, order: Order | undefined): Change {
  const { urn, name, action } = resource;
  const { type, noun } = definition;
  const stays = whyItStays(resource, definition);
  return {
    ...{ urn, type, noun, name, action },
    fields: fieldsOf(resource, definition),
    ...(order !== undefined && { order }),
    losses: stays === undefined ? lossesOf(resource, definition, order) : [],
    ...(stays !== undefined && { stays }),
  };
}

function losesProtection({ resource: { before, after } }: Ours): boolean {
  return before?.isProtected === true && after?.isProtected === false;
}

function byPlace(one: Ours, other: Ours): number {
  return collator.compare(placeIn(one), placeIn(other));
}

function placeIn({ resource: { name, urn }, definition: { type } }: Ours): string {
  return `${type} ${name} ${urn}`;
}

const collator = new Intl.Collator("en", { numeric: true });

/** Of what is there and is not taken away. */
function whyItStays(
  { action, before }: PlannedResource,
  { type, noun }: Definition,
): string | undefined {
  if (action !== "delete") return undefined;
  if (before?.retainOnDelete === true) {
    return "retainOnDelete is set: Pulumi forgets it, and it stays on the platform";
  }
  const requests = requestTable[type];
  if (requests === undefined || requests.delete.length > 0) return undefined;
  return `no call of the API takes ${withArticle(noun)} back: it stays on the platform`;
}

function isForeign({ type, action, before, after }: PlannedResource): boolean {
  const isBackground = type.startsWith("pulumi:") || (after ?? before)?.isCustom === false;
  return action !== "same" && !isBackground && !definitions.has(classType(type));
}

/** What a message names by its URN is known by its logical name. */
const urns = /urn:pulumi:[^\s"']*::([^\s"':]+)/g;

/** The engine quotes the value of an input that is refused, also of a secret one. */
const refusedValue = / value \{.*\} has a problem:/;

function messagesIn({ diagnostics }: Preview): Pick<Plan, "warnings" | "errors"> {
  const of = (wanted: string) => {
    const texts = diagnostics
      .filter(({ severity }) => severity === wanted)
      .map(({ message }) => plainText(message.replace(new RegExp(`^${wanted}: `), "")))
      .map((text) => text.replace(refusedValue, " has a problem:"))
      .map((text) => text.replace(urns, (_urn, name: string) => name))
      .filter((text) => text !== "preview failed");
    return [...new Set(texts)].toSorted();
  };
  return { warnings: of("warning"), errors: of("error") };
}
