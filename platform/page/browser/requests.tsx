import { useEffect, useState } from "preact/hooks";
import type { KeyRate } from "../../access/index.ts";
import type { LoggedRequest } from "../../store/index.ts";
import { useAnswer } from "./control.ts";
import { hasWords } from "./form.ts";
import { Copy, Fields, Filter, Json, List, Pane } from "./list.tsx";

/** The log of requests, and one of them. */
export function Requests({ rates }: { readonly rates: readonly KeyRate[] }) {
  const requests = useRequests();
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<LoggedRequest>();
  if (requests === undefined) return null;
  const listed = requests.filter((one) => {
    const { method, path, status, rule, error, keyId } = one;
    return hasWords(filter, method, path, status, outcomeOf(one), rule, error, keyId);
  });
  return (
    <>
      <Filter
        {...{ typed: filter, type: setFilter, like: "POST volumes" }}
        words={["done", "refused", "failed", ...requests.map(({ method }) => method)]}
        found={[listed.length, requests.length]}
      />
      <Rates of={rates} />
      <div class="split">
        <List
          {...{ label: "Requests", by: 3, items: listed, keyOf }}
          columns={["#", "Time", "Method", "Path", "Answer", "Rule"]}
          chosen={chosen && keyOf(chosen)}
          cells={(one) => [
            ...([[`${one.seq}`], [one.time.slice(11, 19)], [one.method], [one.path]] as const),
            [`${one.status}`, outcomeOf(one)],
            [one.rule?.split(":")[0] ?? ""],
          ]}
          choose={(one) => setChosen(one)}
          empty={requests.length === 0 ? "Nothing was asked yet." : "No request is like that."}
        />
        <RequestPane of={chosen} />
      </div>
    </>
  );
}

/** The last 10,000, newest first; after the first look only later ones are asked for. */
function useRequests(): readonly LoggedRequest[] | undefined {
  const [known, setKnown] = useState<readonly LoggedRequest[]>();
  const newest = known?.[0];
  const path = `/requests?after=${newest === undefined ? 0 : newest.seq - 1}`;
  const { value } = useAnswer<readonly LoggedRequest[]>(path);
  useEffect(() => {
    if (value === undefined) return;
    const [same, ...later] = value;
    if (newest === undefined) setKnown(value.toReversed());
    // The log was emptied, and its numbers began again.
    else if (same === undefined || keyOf(same) !== keyOf(newest)) setKnown([]);
    else if (later.length > 0) {
      setKnown((before = []) => [...later.toReversed(), ...before].slice(0, 10_000));
    }
  }, [value, newest]);
  return known;
}

function keyOf({ seq, time }: LoggedRequest): string {
  return `${seq} ${time}`;
}

function outcomeOf({ status }: LoggedRequest): string {
  if (status >= 500) return "failed";
  return status >= 400 ? "refused" : "done";
}

function RequestPane({ of }: { readonly of: LoggedRequest | undefined }) {
  if (of === undefined) {
    return (
      <Pane>
        <p class="hint">Choose a request to see it and the reason for its answer.</p>
      </Pane>
    );
  }
  const { seq, time, method, path, status, keyId, body, responseBody, error, rule } = of;
  const fields = {
    number: seq,
    time: time.replace("T", " ").replace("Z", " UTC"),
    answer: status,
    ...(error !== null && { reason: error }),
    rule: rule ?? "no rule of the specification",
    key: keyId ?? "none",
  };
  return (
    <Pane>
      <h2>{`${method} ${path}`}</h2>
      <Fields of={fields} />
      {body !== null && <h3>Sent</h3>}
      {body !== null && <Json of={body} />}
      {responseBody !== null && <h3>Answered</h3>}
      {responseBody !== null && <Json of={responseBody} />}
      <Copy method={method} path={path} body={body} />
    </Pane>
  );
}

/** The calls of each key in this minute. */
function Rates({ of }: { readonly of: readonly KeyRate[] }) {
  return (
    <ul class="rates" aria-label="Rate windows">
      {of.map(({ keyId, limit, used, seconds }) => (
        <li key={keyId}>
          <code>{keyId}</code>
          <meter {...{ min: 0, max: limit, high: limit * 0.9, value: used }} aria-label={keyId} />
          {`${used} of ${limit}${used === 0 ? "" : `, ${seconds} s left`}`}
        </li>
      ))}
    </ul>
  );
}
