import { useState } from "preact/hooks";
import type { ListedObject } from "../../control/index.ts";
import { useAnswer } from "./control.ts";
import type { Choosing } from "./list.tsx";

/** A picture of more is slow to draw, and nobody can read it. */
const mostDrawn = 300;

/** The objects and what links them, as `pulumi-hosting graph` draws them. */
export function Picture({ chosen = "" }: Pick<Choosing, "chosen">) {
  const { value: objects = [] } = useAnswer<readonly ListedObject[]>("/overview");
  const [scope, setScope] = useState<string>();
  const [zoom, setZoom] = useState(innerWidth < 700 ? 50 : 100);
  const isLarge = objects.length > mostDrawn;
  const drawn = scope ?? (isLarge ? "chosen" : "all");
  const hint = {
    all: isLarge ? `${objects.length} objects are too many for a picture.` : "",
    chosen: chosen === "" ? "Choose one in the list of objects first." : "",
  }[drawn];
  const about = drawn === "all" ? "" : `?about=${encodeURIComponent(chosen)}`;
  const path = hint === "" ? `/picture${about}` : undefined;
  const { value: svg = "" } = useAnswer(path, (text) => text);
  return (
    <>
      <div class="bar">
        <label>
          Draw{" "}
          <select value={drawn} onInput={({ currentTarget }) => setScope(currentTarget.value)}>
            <option value="all">everything</option>
            <option value="chosen">what belongs to the chosen object</option>
          </select>
        </label>
        <label>
          Zoom{" "}
          <input
            {...{ type: "range", min: 20, max: 200, step: 10, value: zoom }}
            onInput={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
          />
          {` ${zoom} %`}
        </label>
        <span class="hint" role="status">
          {hint}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard. */}
      <section class="picture" aria-label="Picture" tabIndex={0}>
        {/* The renderer has escaped all text. */}
        <div style={{ zoom: `${zoom}%` }} dangerouslySetInnerHTML={{ __html: svg }} />
      </section>
    </>
  );
}
