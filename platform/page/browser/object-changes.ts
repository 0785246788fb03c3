import type { ObjectDetails, ObjectRoute } from "../../control/index.ts";
import { change } from "./control.ts";
import { button, choices, make, onSubmit } from "./dom.ts";
import { during } from "./during.ts";
import { typedJson } from "./fields.ts";
import { tellDone } from "./message.ts";

/** Which object is changed, and what follows. */
interface Changed {
  readonly key: string;
  /** Looks again. */
  after(): Promise<void>;
}

/** Fields to type other values into; what differs is sent. */
export function editForm(
  editable: ObjectDetails["editable"],
  { key, after }: Changed,
): HTMLFormElement {
  const fields = Object.entries(editable).map(([name, value]) => {
    const input = make("input", {
      name,
      value: shownAs(value),
      autocomplete: "off",
      spellcheck: "false",
    });
    return { name, value, input, label: make("label", {}, make("span", {}, name), input) };
  });
  const form = make("form", { class: "edit", "aria-label": "Edit" });
  form.append(...fields.map(({ label }) => label), make("button", {}, "Change"));
  onSubmit(form, () =>
    during(async () => {
      const differing = fields.filter(({ value, input }) => input.value !== shownAs(value));
      if (differing.length === 0) return tellDone("No field differs.");
      const entries = differing.map(({ name, value, input }) => [name, typed(input.value, value)]);
      await change("PATCH", "/objects", { key, fields: Object.fromEntries(entries) });
      await after();
      tellDone(`Changed ${key}: ${differing.map(({ name }) => name).join(", ")}.`);
    }),
  );
  return form;
}

/** A choice of what the console can do to the object, with the body of the request. */
export function actionForm(
  routes: readonly ObjectRoute[],
  { key, after }: Changed,
): HTMLFormElement {
  const select = make("select", {});
  choices(
    select,
    routes.map(({ purpose, method, path }) => [purpose, `${purpose} – ${method} ${path}`]),
  );
  const body = make("textarea", { rows: "2", spellcheck: "false", "aria-label": "Body as JSON" });
  const suggest = () => {
    body.value = JSON.stringify(bodies[select.value] ?? {});
  };
  select.addEventListener("input", suggest);
  suggest();
  const form = make("form", { class: "act", "aria-label": "Do in the console" });
  form.append(
    make("label", {}, make("span", {}, "Do"), select),
    body,
    make("button", {}, "Do it in the console"),
  );
  onSubmit(form, () =>
    during(async () => {
      const route = routes.find(({ purpose }) => purpose === select.value);
      if (route === undefined) return;
      const { method, path } = route;
      const sent = typedJson(body.value || "{}", "Nothing was done in the console");
      await change("POST", "/console", { method, path, body: sent });
      await after();
      tellDone(`Done in the console: ${select.value} ${key}.`);
    }),
  );
  return form;
}

/** Deletes at the second press, which neither a double click is nor a key that is held. */
export function deleteButton({ method, path }: ObjectRoute, { key, after }: Changed): HTMLElement {
  const made = button("Delete", ({ detail }) => {
    if (made.textContent === "Delete") made.textContent = "Delete for good?";
    else if (detail < 2)
      void during(async () => {
        made.textContent = "Delete";
        await change("POST", "/console", { method, path });
        await after();
        tellDone(`Deleted ${key}.`);
      });
  });
  made.className = "danger";
  made.addEventListener("keydown", (event) => {
    if (event.repeat) event.preventDefault();
  });
  made.addEventListener("blur", () => {
    made.textContent = "Delete";
  });
  return made;
}

/** What the bodies of requests look like, where they have any (spec 4). */
const bodies: Readonly<Record<string, object>> = {
  action: { action: "stop" },
  attach: { instance_id: "" },
  assign: { instance_id: "" },
  share: { project_ids: ["proj_default"] },
};

function shownAs(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What was typed, as what the field has been: texts are taken as they are. */
function typed(text: string, before: unknown): unknown {
  if (typeof before === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
