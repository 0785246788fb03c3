import { useContext } from "preact/hooks";
import type { WorldInfo } from "../../control/index.ts";
import { Following } from "./control.ts";
import { type Submitting, textIn } from "./form.ts";

/** The platform's time, and what moves it. */
export function Clock({ now, factor }: WorldInfo["clock"]) {
  const { change } = useContext(Following);
  const [text, path, done] =
    factor === 0
      ? ["Resume", "/clock/resume", "The time passes again."]
      : ["Freeze", "/clock/freeze", "The time is stopped."];
  const onSubmit = (event: Submitting) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const seconds = Number(textIn(form, "amount")) * Number(textIn(form, "unit"));
    void change("Moved the time forward.", "POST", "/clock/advance", { seconds });
  };
  return (
    <form class="clock" aria-label="Clock" onSubmit={onSubmit}>
      {factor === 0 && <span class="refused">frozen</span>}
      <time>{now.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</time>
      <button type="button" onClick={() => change(done, "POST", path)}>
        {text}
      </button>
      <label>
        Advance by{" "}
        <input {...{ name: "amount", type: "number", min: 1, step: "any" }} defaultValue="1" />
      </label>
      <select name="unit" aria-label="Unit">
        <option value="1">seconds</option>
        <option value="60">minutes</option>
        <option value="3600" selected>
          hours
        </option>
        <option value="86400">days</option>
      </select>
      <button type="submit">Advance</button>
    </form>
  );
}
