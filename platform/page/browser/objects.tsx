import { useState } from "preact/hooks";
import type { ListedObject } from "../../control/index.ts";
import { useAnswer } from "./control.ts";
import { hasWords } from "./form.ts";
import { type Choosing, Filter, List } from "./list.tsx";
import { ObjectPane } from "./object-pane.tsx";

/** The objects with their states, and one of them. */
export function Objects({ chosen, choose }: Choosing) {
  const { value: objects } = useAnswer<readonly ListedObject[]>("/overview");
  const [filter, setFilter] = useState("");
  if (objects === undefined) return null;
  const listed = objects.filter(({ key, noun, name, status, detail }) =>
    hasWords(filter, key, noun, name, status, detail),
  );
  return (
    <>
      <Filter
        {...{ typed: filter, type: setFilter, like: "volume eu" }}
        words={objects.flatMap(({ noun, status }) => [noun, status].filter(Boolean))}
        found={[listed.length, objects.length]}
      />
      <div class="split">
        <List
          {...{ label: "Objects", columns: ["Kind", "Name", "State", "Details"], by: 1 }}
          items={listed}
          chosen={chosen}
          keyOf={({ key }) => key}
          cells={({ noun, name, status, health, detail }) => [
            ...([[noun], [name]] as const),
            [status, status && `sign ${health}`],
            [detail],
          ]}
          choose={({ key }) => choose(key)}
          empty={objects.length === 0 ? "There are no objects yet." : "No object is like that."}
        />
        <ObjectPane key={chosen} chosen={chosen} choose={choose} />
      </div>
    </>
  );
}
