import type { WorldInfo } from "../../control/index.ts";
import { BillView } from "./bill-view.ts";
import { forgetClock, showClock, startClock } from "./clock.ts";
import { NoToken, read } from "./control.ts";
import { at, write } from "./dom.ts";
import { FaultsView } from "./faults-view.ts";
import { endPassingProblem, tellPassingProblem } from "./message.ts";
import { ObjectsView } from "./objects-view.ts";
import { PictureView } from "./picture-view.ts";
import { RequestsView } from "./requests-view.ts";
import { type TabName, Tabs } from "./tabs.ts";
import type { View } from "./view.ts";

/** Milliseconds between two looks. */
const pause = 2000;

const objects = new ObjectsView(look);
const views: Readonly<Record<TabName, View>> = {
  objects,
  links: new PictureView(objects, () => void look()),
  requests: new RequestsView(),
  faults: new FaultsView(),
  bill: new BillView(() => void look()),
};
const tabs = new Tabs(() => void look());
let looks = 0;

/** Asks what is there now, and shows what has changed in the open tab. */
async function look(): Promise<void> {
  looks += 1;
  const now = looks;
  try {
    const [world] = await Promise.all([read<WorldInfo>("/info"), views[tabs.current].look()]);
    // What is asked later knows it better.
    if (now !== looks) return;
    showWorld(world);
    endPassingProblem();
  } catch (error) {
    if (now !== looks) return;
    if (error instanceof NoToken) forget();
    tellPassingProblem(error instanceof Error ? error.message : String(error));
  }
}

function showWorld({ worldId, seed, clock, requests, faults }: WorldInfo): void {
  showClock(clock);
  write(at("world", HTMLElement), `${worldId}, seed ${seed}`);
  showNumbers({ requests, faults });
}

function showNumbers(numbers: Readonly<Record<"requests" | "faults", number>>): void {
  for (const [name, number] of Object.entries(numbers)) {
    write(at(`number-${name}`, HTMLElement), number === 0 ? "" : number.toLocaleString("en"));
  }
}

function forget(): void {
  forgetClock();
  showNumbers({ requests: 0, faults: 0 });
  write(at("world", HTMLElement), "");
  for (const view of Object.values(views)) view.forget();
}

async function follow(): Promise<void> {
  if (!document.hidden) await look();
  setTimeout(follow, pause);
}

addEventListener("hashchange", () => void look());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void look();
});
document.addEventListener("keydown", (event) => {
  const isTyping =
    event.target instanceof Element && event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping) return;
  const field = document.querySelector<HTMLInputElement>(
    "main > :not([hidden]) input[type=search]",
  );
  if (field === null) return;
  event.preventDefault();
  field.focus();
});
startClock(look);
write(at("no-script", HTMLElement), "");
void follow();
