/** A fault that this package is built for, and where it is tried. */
export interface Case {
  /** R: request limit, T: transport, A: ambiguous writes, C: crashes, P: polling and proof, S: secrets. */
  readonly id: string;
  readonly name: string;
  /** The test that covers it, where its title does not begin with the id or hold it. */
  readonly by?: { readonly file: string; readonly title: string };
  /** Why there is nothing to try here. */
  readonly because?: string;
}

const http = "test/provider/http";
const createKills = "test/e2e/kills-in-create.test.ts";
const interrupts = "test/e2e/interrupts.test.ts";
const twoStacks = "test/e2e/two-stacks.test.ts";
const unfinished = "test/e2e/unfinished.test.ts";
const eachAtAnotherPoint = {
  file: createKills,
  title:
    "with each object at another point: what landed is taken over, what did not is made once, and one without a name asks",
};
const beforeTheIds = {
  file: createKills,
  title: "before the engine has the ids: the next up takes the objects over",
};
const changes = {
  file: "test/e2e/kills-in-change.test.ts",
  title:
    "killed with each object at another point of an update or a delete, the next run does the rest",
};

const undocumented =
  "Not the documented limit (spec 8): refusals delay requests there, and none is lost, as on any window.";
const oneHeader = "Of an answer's headers Retry-After alone counts, and only of a 429.";

/** Every named fault case. */
export const cases: readonly Case[] = [
  { id: "R01", name: "burst-60" },
  { id: "R02", name: "burst-61" },
  { id: "R03", name: "boundary-double" },
  { id: "R04", name: "jittered-log" },
  { id: "R05", name: "counter-shape", because: undocumented },
  { id: "R06", name: "tiny-bucket", because: undocumented },
  { id: "R07", name: "counted-refusals" },
  { id: "R08", name: "lockout-5min" },
  { id: "R09", name: "retry-after-55" },
  { id: "R10", name: "retry-after-garbage" },
  { id: "R11", name: "headers-lie", because: oneHeader },
  { id: "R12", name: "header-dialects", because: oneHeader },
  { id: "R13", name: "five-processes" },
  { id: "R14", name: "holder-killed" },
  { id: "R15", name: "clock-jump" },
  { id: "R16", name: "table-broken" },
  {
    id: "R17",
    name: "foreign-load",
    by: {
      file: `${http}/rate-limit/several-machines.test.ts`,
      title: "undivided, refusals delay and end nothing: $name",
    },
  },
  {
    id: "R18",
    name: "starvation",
    by: {
      file: `${http}/rate-limit/rate-limiter.test.ts`,
      title: "what is urgent leaves before all that is not, and takes its turn among its own kind",
    },
  },

  { id: "T01", name: "refused" },
  { id: "T02", name: "dns-flap" },
  { id: "T03", name: "tls-expired" },
  { id: "T04", name: "stale-keepalive" },
  { id: "T05", name: "slowloris-headers" },
  { id: "T06", name: "drip-body" },
  { id: "T07", name: "oversize" },
  {
    id: "T08",
    name: "h2-offered",
    by: {
      file: `${http}/transport/undici-transport.test.ts`,
      title: "a server that offers HTTP/2 is spoken to in HTTP/1.1",
    },
  },
  {
    id: "T09",
    name: "proxy-502",
    by: { file: `${http}/transport/proxy.test.ts`, title: "that answers %i" },
  },
  { id: "T10", name: "abort-in-queue" },

  { id: "A01", name: "post-then-reset" },
  { id: "A02", name: "post-not-applied-reset" },
  { id: "A03", name: "502-applied / 502-not-applied" },
  { id: "A04", name: "504-late-arrival" },
  { id: "A05", name: "201-cut-body" },
  { id: "A06", name: "201-html" },
  { id: "A07", name: "409-own" },
  { id: "A08", name: "409-foreign" },
  { id: "A09", name: "lagging-list" },
  { id: "A10", name: "twin-names" },
  { id: "A11", name: "floating-ip-reset" },
  { id: "A12", name: "resize-repeat" },
  {
    id: "A13",
    name: "delete-ABA",
    because:
      "The name of a container is its id (spec 2.1): what somebody makes under it meanwhile is the same object, and nothing tells it from ours.",
  },
  {
    id: "A14",
    name: "restart-unknown",
    because:
      "No operation sends the action restart (spec 2.1): a container is started, stopped, frozen and unfrozen, and each of these may be repeated.",
  },
  { id: "A15", name: "invite-unknown" },
  { id: "A16", name: "bucket-lost-credentials" },
  { id: "A17", name: "error-hook-retry" },
  { id: "A18", name: "forced-replace" },
  { id: "A19", name: "twin-stacks" },

  {
    id: "C01",
    name: "killed after the intent",
    by: {
      file: createKills,
      title:
        "right after the journal has its line: it is sent once the request can no longer arrive",
    },
  },
  { id: "C02", name: "killed after the connection", by: eachAtAnotherPoint },
  { id: "C03", name: "killed after the note that it is sent", by: eachAtAnotherPoint },
  { id: "C04", name: "killed in the middle of the body", by: eachAtAnotherPoint },
  { id: "C05", name: "killed after the note of the id", by: beforeTheIds },
  { id: "C06", name: "killed before the return", by: beforeTheIds },
  { id: "C07", name: "killed while waiting", by: eachAtAnotherPoint },
  { id: "C08", name: "killed in the second step of an update", by: changes },
  { id: "C09", name: "killed in a delete", by: changes },
  { id: "C10", name: "torn-journal" },
  {
    id: "C11",
    name: "lost-disk",
    by: {
      file: createKills,
      title:
        "with its disk: what has a name is refused with the way out, a floating IP is made again",
    },
  },
  {
    id: "C12",
    name: "sigint-drain",
    by: {
      file: interrupts,
      title:
        "by SIGTERM to the provider, which rejects what is queued, finishes what has left, and ends",
    },
  },
  {
    id: "C13",
    name: "orphaned-plugin",
    by: {
      file: interrupts,
      title: "by the death of the engine sends no new write, and the next up makes the rest",
    },
  },
  {
    id: "C14",
    name: "two-ups",
    by: {
      file: twoStacks,
      title:
        "of one name on two machines make one container, and the error of the second one names adopt",
    },
  },
  {
    id: "C15",
    name: "partial-create-state",
    by: {
      file: unfinished,
      title:
        "a create that is not ready in time keeps its id, and the next up waits on without a second POST",
    },
  },

  { id: "P01", name: "429-on-read" },
  { id: "P02", name: "401-on-read / 403" },
  { id: "P03", name: "empty-list-200" },
  { id: "P04", name: "paged-list" },
  { id: "P05", name: "read-own-write" },
  { id: "P06", name: "50-waiters" },
  { id: "P07", name: "unknown-status" },
  { id: "P08", name: "flapping" },

  { id: "S01", name: "key-canary" },
  {
    id: "S02",
    name: "echoing-server",
    by: {
      file: `${http}/wire/key-secrecy.test.ts`,
      title: "no error shows a secret when the server echoes the request in a %i",
    },
  },
  {
    id: "S03",
    name: "newline-key",
    by: {
      file: `${http}/wire/api-key.test.ts`,
      title: "%j is no key, and the error does not show it",
    },
  },
  { id: "S04", name: "redirect-307" },
  { id: "S05", name: "name-dotdot" },
  { id: "S06", name: "hostile-id" },
  { id: "S07", name: "deep-json / proto-json / wide-json" },
  {
    id: "S08",
    name: "http-base-url",
    by: { file: `${http}/wire/origin.test.ts`, title: "%j is refused: %s" },
  },
  {
    id: "S09",
    name: "insecure-env",
    by: {
      file: `${http}/transport/undici-failures.test.ts`,
      title: "when the certificate is not trusted, whatever the environment says",
    },
  },
  { id: "S10", name: "ansi-error" },
];
