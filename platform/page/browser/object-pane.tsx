import { useContext, useState } from "preact/hooks";
import type { ObjectDetails, ObjectRoute } from "../../control/index.ts";
import { Following, useAnswer } from "./control.ts";
import { type Submitting, textIn } from "./form.ts";
import { type Choosing, Copy, Fields, Pane } from "./list.tsx";

/** Links that are listed; the picture has the others. */
const mostLinks = 50;

/** One object: its fields and links, and forms to change it. */
export function ObjectPane({ chosen, choose }: Choosing) {
  if (chosen === undefined) {
    return (
      <Pane>
        <p class="hint">Choose an object to see it as the API shows it.</p>
      </Pane>
    );
  }
  return <Details chosen={chosen} choose={choose} />;
}

function Details({ chosen: key, choose }: Choosing & { readonly chosen: string }) {
  const path = `/details?key=${encodeURIComponent(key)}`;
  const { value, problem } = useAnswer<ObjectDetails>(path);
  if (problem?.status === 422) return <Pane>It is gone.</Pane>;
  if (value === undefined) return <Pane>{problem?.message ?? ""}</Pane>;
  const { object, links, routes, editable } = value;
  const get = routes.find(({ purpose }) => purpose === "get");
  const removal = routes.find(({ purpose }) => purpose === "delete");
  const others = routes.filter((route) => route.method !== "GET" && route !== removal);
  const hasEdits = Object.keys(editable).length > 0;
  return (
    <Pane>
      <h2>{key}</h2>
      <ul aria-label="Links">
        {links.slice(0, mostLinks).map((link) => (
          <li key={`${link.label} ${link.key}`}>
            {`${link.label} ${link.isOut ? "→" : "←"} `}
            <button type="button" class="link" title={link.key} onClick={() => choose(link.key)}>
              {link.name}
            </button>
            {` ${link.key.split("/")[0]}`}
          </li>
        ))}
        {links.length > mostLinks && <li>{`and ${links.length - mostLinks} more`}</li>}
      </ul>
      <Fields of={object} />
      {get && <Copy method={get.method} path={get.path} body={null} />}
      {(hasEdits || others.length > 0 || removal) && <h3>Behind your program’s back</h3>}
      {hasEdits && <Edit of={key} editable={editable} />}
      {others.length > 0 && <Console of={key} routes={others} />}
      {removal && <Delete of={key} route={removal} />}
    </Pane>
  );
}

/** Fields to type other values into; those that differ are sent. */
function Edit({ of, editable }: { readonly of: string } & Pick<ObjectDetails, "editable">) {
  const { change, say } = useContext(Following);
  const onSubmit = async (event: Submitting) => {
    event.preventDefault();
    const { currentTarget: form } = event;
    const differing = Object.entries(editable).filter(
      ([name, value]) => textIn(form, name) !== shownAs(value),
    );
    if (differing.length === 0) return say("No field differs.");
    const fields = Object.fromEntries(
      differing.map(([name, value]) => [name, typed(textIn(form, name), value)]),
    );
    const done = `Changed ${of}: ${Object.keys(fields).join(", ")}.`;
    // The typed texts are the values now.
    if (await change(done, "PATCH", "/objects", { key: of, fields })) form.reset();
  };
  return (
    <form class="fieldwise" aria-label="Edit" onSubmit={onSubmit}>
      {Object.entries(editable).map(([name, value]) => (
        <label key={name}>
          <span>{name}</span>
          <input name={name} defaultValue={shownAs(value)} autocomplete="off" spellcheck={false} />
        </label>
      ))}
      <button type="submit">Change</button>
    </form>
  );
}

interface ConsoleOptions {
  readonly of: string;
  readonly routes: readonly ObjectRoute[];
}

/** A choice of the console's actions on the object, with the body of the request. */
function Console({ of, routes }: ConsoleOptions) {
  const { change } = useContext(Following);
  const [purpose, setPurpose] = useState(routes[0]?.purpose ?? "");
  const onSubmit = (event: Submitting) => {
    event.preventDefault();
    const route = routes.find((one) => one.purpose === purpose);
    if (route === undefined) return;
    const { method, path } = route;
    const body = typed(textIn(event.currentTarget, "body"), {});
    void change(`Done in the console: ${purpose} ${of}.`, "POST", "/console", {
      ...{ method, path, body },
    });
  };
  return (
    <form class="fieldwise" aria-label="Do in the console" onSubmit={onSubmit}>
      <label>
        <span>Do</span>
        <select onInput={({ currentTarget }) => setPurpose(currentTarget.value)}>
          {routes.map((one) => (
            <option key={one.purpose} value={one.purpose}>
              {`${one.purpose} – ${one.method} ${one.path}`}
            </option>
          ))}
        </select>
      </label>
      <textarea
        key={purpose}
        name="body"
        rows={2}
        spellcheck={false}
        aria-label="Body as JSON"
        defaultValue={JSON.stringify(bodies[purpose] ?? {})}
      />
      <button type="submit">Do it in the console</button>
    </form>
  );
}

function Delete({ of, route }: { readonly of: string; readonly route: ObjectRoute }) {
  const { change } = useContext(Following);
  const { method, path } = route;
  const onClick = () =>
    confirm(`Delete ${of} for good?`) &&
    void change(`Deleted ${of}.`, "POST", "/console", { method, path });
  return (
    <button type="button" class="failed" onClick={onClick}>
      Delete
    </button>
  );
}

/** Examples of the bodies that requests have (spec 4). */
const bodies: Readonly<Record<string, object>> = {
  action: { action: "stop" },
  attach: { instance_id: "" },
  assign: { instance_id: "" },
  share: { project_ids: ["proj_default"] },
};

function shownAs(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The typed text as a value of the same sort as before: a text is taken as it is. */
function typed(text: string, before: unknown): unknown {
  if (typeof before === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
