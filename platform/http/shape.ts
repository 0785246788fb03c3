import type { Endpoint } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { World } from "../world.ts";
import { type Answer, json } from "./answer.ts";
import { listAnswer } from "./pages.ts";

/** What a request for a list asks with. */
type Asked = Parameters<typeof listAnswer>[2];

/** A handler's answer in the form that the platform's choices give to all answers (spec 4 note 1). */
export function shaped(answer: Answer, endpoint: Endpoint, world: World, asked: Asked): Answer {
  const { status, content } = answer;
  if (status === 204) return afterDelete(answer, endpoint, world);
  if (content === undefined) return answer;
  if (Array.isArray(content)) return listed(content, answer, world, asked);
  const chosenStatus = status === 201 ? world.choice("answers.created") : status;
  const shown = alone(content, endpoint, world);
  if (shown === content && chosenStatus === status) return answer;
  return { ...json(chosenStatus, shown), headers: answer.headers };
}

function afterDelete(answer: Answer, { prefix }: Endpoint, world: World): Answer {
  const isMessage = prefix === "/api/v1" && world.choice("answers.deleted") === "message";
  return isMessage ? json(200, { message: "deleted" }) : answer;
}

/** spec 4: the fields of a floating IP are shown as the answer itself. */
function alone(content: Json, { path }: Endpoint, world: World): Json {
  const isShown = path.startsWith("/floating-ips");
  return isShown || world.choice("answers.object") === "bare" ? content : { data: content };
}

function listed(items: Json[], { status, beside, headers }: Answer, world: World, asked: Asked) {
  const isWhole = world.choice("answers.listItems") === "whole";
  const shown = isWhole ? items : items.map((item) => summary(item, world));
  if (beside !== undefined) return { ...json(status, { items: shown, ...beside }), headers };
  const { pageLength, pageForm, listEnvelope } = world.settings;
  const chosen = listEnvelope === "none" ? world.choice("answers.list") : listEnvelope;
  const envelope = chosen === "bare" ? "none" : chosen;
  const list = listAnswer(shown, { pageLength, pageForm, listEnvelope: envelope }, asked);
  return { ...json(status, list.body), headers: { ...headers, ...list.headers } };
}

/** Without what is long: addresses and usage. */
function summary(item: Json, { assumptions }: World): Json {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const left = [
    assumptions["fields.ipAddresses"],
    assumptions["fields.ipv4Address"],
    assumptions["fields.portBlock"],
    "ipv6_addresses",
    "resource_usage",
  ];
  return Object.fromEntries(Object.entries(item).filter(([name]) => !left.includes(name)));
}
