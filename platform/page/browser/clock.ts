import type { WorldInfo } from "../../control/index.ts";
import { change } from "./control.ts";
import { at, onSubmit, write } from "./dom.ts";
import { during } from "./during.ts";
import { tellDone } from "./message.ts";

const time = at("clock", HTMLElement);
const pace = at("pace", HTMLElement);
const hold = at("hold", HTMLButtonElement);
const form = at("advance", HTMLFormElement);
const amount = at("advance-by", HTMLInputElement);
const unit = at("advance-unit", HTMLSelectElement);

/** What the buttons of the clock do; `after` looks again. */
export function startClock(after: () => Promise<void>): void {
  const set = (path: string, done: string, body?: object) =>
    during(async () => {
      await change("POST", path, body);
      await after();
      tellDone(done);
    });
  hold.addEventListener("click", () =>
    hold.textContent === "Freeze"
      ? set("/clock/freeze", "The time stands still.")
      : set("/clock/resume", "The time passes again."),
  );
  onSubmit(form, () => {
    const seconds = Number(amount.value) * Number(unit.value);
    const told = `${amount.value} ${unit.selectedOptions[0]?.textContent}`;
    return set("/clock/advance", `Moved the time forward by ${told}.`, { seconds });
  });
}

/** Shows the platform's time. */
export function showClock({ now, factor }: WorldInfo["clock"]): void {
  write(time, now.replace("T", " ").replace(/\.\d+Z$/, " UTC"));
  const paces: Readonly<Record<number, string>> = { 0: "frozen", 1: "" };
  write(pace, paces[factor] ?? `${factor} times as fast as outside`);
  write(hold, factor === 1 ? "Freeze" : "Resume");
}

export function forgetClock(): void {
  for (const part of [time, pace]) write(part, "");
}
