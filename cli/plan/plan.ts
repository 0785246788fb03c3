import { type Forecast, forecast, type OwnPrices } from "../../contract/costs/index.ts";
import { requestTable } from "../../contract/costs/request-table.ts";
import type { Definition, Order } from "../../provider/definition/definition.ts";
import { withArticle } from "../../provider/lifecycle/identity/subject.ts";
import { messagesIn } from "../preview/messages.ts";
import { inOrder, isForeign, type Ours, oursIn } from "../preview/ours.ts";
import type { PlannedResource, Preview } from "../preview/preview.ts";
import type { Change } from "./change.ts";
import { type Cost, costOf } from "./cost.ts";
import { fieldsOf } from "./fields.ts";
import { lossesOf } from "./losses.ts";
import { ordersOf } from "./order.ts";
import { movedText, type RenamedComponent, renamesOf } from "./renames.ts";
import { type Undocumented, undocumentedIn } from "./undocumented.ts";

/** The effects of a change of a stack. */
export interface Plan {
  readonly project: string;
  readonly stack: string;
  /** The change of each resource of this package that does not stay the same. */
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
  /** Exceptions of policies that are in force: only a stream of events shows them. */
  readonly exceptions: readonly string[];
  /** Why the preview failed; the rest is not the whole then. */
  readonly errors: readonly string[];
}

/** Tells what a preview means, with the user's own prices. */
export function planOf(preview: Preview, prices: OwnPrices = {}): Plan {
  const ours = oursIn(preview);
  const orders = ordersOf(ours);
  const sorted = inOrder(ours);
  const renames = renamesOf(preview);
  const changes = sorted
    .filter(({ resource }) => resource.action !== "same")
    .map((one) => changeOf(one, orders.get(one.resource.urn)))
    .map((change) => {
      if (change.action !== "delete") return change;
      const to = renames.resources.get(change.urn);
      if (to !== undefined) return { ...change, renamedTo: to };
      const moved = movedText(change.urn, preview);
      return moved === undefined ? change : { ...change, moved };
    });
  const { project, stack, resources, leftOut } = preview;
  return {
    ...{ project, stack, changes },
    unchanged: ours.length - changes.length + leftOut,
    others: resources.filter((one) => one.action !== "same" && isForeign(one)).length,
    unprotected: sorted
      .filter(losesProtection)
      .map(({ resource: { name }, definition: { noun } }) => `${noun} "${name}"`),
    renamed: renames.components,
    cost: costOf(sorted, leftOut, prices),
    requests: forecast(ours.flatMap(({ resource: { steps } }) => steps)),
    undocumented: undocumentedIn(changes),
    warnings: messagesIn(preview, "warning"),
    exceptions: messagesIn(preview, "exception"),
    errors: messagesIn(preview, "error"),
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
