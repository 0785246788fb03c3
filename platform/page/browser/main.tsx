import { type ComponentChildren, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { WorldInfo } from "../../control/index.ts";
import { Clock } from "./clock.tsx";
import { ask, Following, type Problem, useAnswer } from "./control.ts";
import { Estimate } from "./estimate.tsx";
import { Faults } from "./faults.tsx";
import { Objects } from "./objects.tsx";
import { Picture } from "./picture.tsx";
import { Requests } from "./requests.tsx";

const views = ["Objects", "Picture", "Requests", "Faults"] as const;
type View = (typeof views)[number];

interface Said {
  readonly done?: string;
  readonly problem?: string;
}

function Page() {
  const [changes, setChanges] = useState(0);
  const [said, setSaid] = useState<Said>({});
  const following = useMemo(() => {
    const change: Following["change"] = async (done, method, path, body) => {
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const problem = await ask(method, path, init).then(
        () => undefined,
        (error: Problem) => error.message,
      );
      setSaid(problem === undefined ? { done } : { problem });
      if (problem === undefined) setChanges((before) => before + 1);
      return problem === undefined;
    };
    return { changes, change, say: (done: string) => setSaid({ done }) };
  }, [changes]);
  useEffect(() => {
    const again = () => !document.hidden && setChanges((before) => before + 1);
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, []);
  return (
    <Following.Provider value={following}>
      <Parts said={said} />
    </Following.Provider>
  );
}

function Parts({ said }: { readonly said: Said }) {
  const { value: info, problem } = useAnswer<WorldInfo>("/info");
  const [view, setView] = useState<View>("Objects");
  const [chosen, choose] = useState<string>();
  const parts: Readonly<Record<View, () => ComponentChildren>> = {
    Objects: () => <Objects chosen={chosen} choose={choose} />,
    Picture: () => <Picture chosen={chosen} />,
    Requests: () => <Requests rates={info?.rates ?? []} />,
    Faults: () => <Faults />,
  };
  const isShown = info !== undefined && problem?.status !== 401;
  return (
    <>
      <header>
        <h1>Embedded platform</h1>
        {isShown && <p class="hint">{`${info.worldId}, seed ${info.seed}`}</p>}
        {isShown && <Estimate />}
        {isShown && <Clock {...info.clock} />}
      </header>
      {isShown && <Tabs view={view} open={setView} info={info} />}
      <div class="said">
        <p role="alert">{problem?.message ?? said.problem ?? ""}</p>
        <p role="status">{said.done ?? ""}</p>
      </div>
      {isShown && (
        <main>
          <section role="tabpanel" aria-labelledby={`tab-${view}`} id="panel">
            {parts[view]()}
          </section>
        </main>
      )}
    </>
  );
}

interface TabsOptions {
  readonly view: View;
  open(view: View): void;
  readonly info: WorldInfo;
}

/** Arrow keys lead from tab to tab. */
function Tabs({ view, open, info }: TabsOptions) {
  const counts: Readonly<Partial<Record<View, number>>> = {
    Requests: info.requests,
    Faults: info.faults,
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0;
    const next = views[(views.indexOf(view) + step + views.length) % views.length];
    if (step === 0 || next === undefined) return;
    open(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <nav aria-label="Views">
      <div role="tablist" aria-label="Views">
        {views.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-controls="panel"
            aria-selected={name === view}
            tabIndex={name === view ? 0 : -1}
            onClick={() => open(name)}
            onKeyDown={onKeyDown}
          >
            {name}
            {counts[name] ? <span>{counts[name].toLocaleString("en")}</span> : ""}
          </button>
        ))}
      </div>
    </nav>
  );
}

/** A slash leads to the filter. */
function onSlash(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== "/" || (target instanceof Element && target.matches("input, textarea, select"))) {
    return;
  }
  event.preventDefault();
  document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}

document.addEventListener("keydown", onSlash);
// Another token is another page.
addEventListener("hashchange", () => location.reload());
const page = document.getElementById("page");
if (page !== null) render(<Page />, page);
