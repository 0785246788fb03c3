import { useContext, useState } from "preact/hooks";
import type { Fault, ListedFault } from "../../faults/index.ts";
import { Following, useAnswer } from "./control.ts";
import type { Submitting } from "./form.ts";

/** The faults in force, and a form for more. */
export function Faults() {
  const { value: faults } = useAnswer<readonly ListedFault[]>("/faults");
  const { change } = useContext(Following);
  if (faults === undefined) return null;
  const end = (path: string, done: string) => change(done, "DELETE", `/faults${path}`);
  return (
    <div class="narrow">
      <table aria-label="Faults">
        <thead>
          <tr>
            <th scope="col">Requests</th>
            <th scope="col">Effect</th>
            <th scope="col">Met</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {faults.map(({ id, fault, matched, met }) => (
            <tr key={id}>
              <th scope="row">{`${fault.method ?? "all"} ${fault.path ?? ""}`}</th>
              <td>{wordsOf(fault)}</td>
              <td>{`${met} of ${matched}`}</td>
              <td class="number">
                <button
                  type="button"
                  aria-label={`End ${id}`}
                  onClick={() => end(`?id=${id}`, `Ended ${id}.`)}
                >
                  End
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length === 0 ? (
        <p class="hint">Nothing goes wrong: no fault is in force.</p>
      ) : (
        <button type="button" onClick={() => end("", "Ended all faults.")}>
          End all
        </button>
      )}
      <NewFault />
    </div>
  );
}

/** `status 503 · times 2` */
function wordsOf({ method: _method, path: _path, ...fault }: Fault): string {
  const words = Object.entries(fault).map(([name, value]) =>
    typeof value === "object" ? `${name} ${JSON.stringify(value)}` : `${name} ${value}`,
  );
  return words.join(" · ");
}

/** Name and label of a field; and its usual number, an example of its text, or the words to choose from. */
type Field = readonly [name: string, label: string, of: number | string | readonly string[]];

const effects: Readonly<Record<string, readonly Field[]>> = {
  "another status is answered": [
    ["status", "Status", 503],
    ["body", "Body", "a JSON error"],
  ],
  "answers come late": [["delay", "Milliseconds", 1000]],
  "the connection ends": [["reset", "Before or after the change", ["after", "before"]]],
  "answers break off": [["cut", "Bytes that come", 20]],
  "lists are late": [["lag", "Seconds", 10]],
  "lists come in pages": [
    ["size", "Objects in a page", 10],
    ["as", "Form", ["link", "next", "nextPage", "pages", "cursor", "offset"]],
  ],
};

const targets: readonly Field[] = [
  ["method", "Method", ["", "GET", "POST", "PATCH", "PUT", "DELETE"]],
  ["path", "Path, where * is any text", "/v1/volumes*"],
  ["times", "How many requests meet it", "all"],
  ["after", "How many pass before", "0"],
  ["share", "Part of the requests, from 0 to 1", "1"],
];

/** Fields that are text in the fault. */
const texts = ["body", "reset", "as", "method", "path"];

function NewFault() {
  const { change } = useContext(Following);
  const [effect, setEffect] = useState("another status is answered");
  const onSubmit = (event: Submitting) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "");
    const { size, as, ...fault } = Object.fromEntries(
      typed.map(([name, value]) => [name, texts.includes(name) ? value : Number(value)]),
    );
    const paged = size === undefined ? {} : { paged: { size, as } };
    void change("Added the fault.", "POST", "/faults", { ...fault, ...paged });
  };
  return (
    <form class="fieldwise" aria-label="Add a fault" onSubmit={onSubmit}>
      <h2>Add a fault</h2>
      <label>
        <span>Kind of fault</span>
        <select onInput={({ currentTarget }) => setEffect(currentTarget.value)}>
          {Object.keys(effects).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {[...(effects[effect] ?? []), ...targets].map((field) => (
        <label key={field[0]} for={field[0]}>
          <span>{field[1]}</span>
          {inputOf(field)}
        </label>
      ))}
      <button type="submit">Add</button>
    </form>
  );
}

function inputOf([name, , usual]: Field) {
  const named = { name, id: name };
  if (typeof usual === "number") {
    return <input {...named} type="number" min="0" step="any" defaultValue={usual} required />;
  }
  if (typeof usual === "string") {
    return <input {...named} placeholder={usual} autocomplete="off" spellcheck={false} />;
  }
  return (
    <select {...named}>
      {usual.map((value) => (
        <option key={value} value={value}>
          {value || "any"}
        </option>
      ))}
    </select>
  );
}
