import type { Endpoint } from "../../contract/endpoints.ts";
import type { Json } from "../../contract/naming.ts";
import type { World } from "../world.ts";
import { type Answer, json } from "./answer.ts";

/** A handler's answer in the form that the platform's choices give to all answers (spec 4 note 1). */
export function shaped(answer: Answer, endpoint: Endpoint, world: World): Answer {
  const { status, content } = answer;
  if (status === 204) return afterDelete(answer, endpoint, world);
  if (content === undefined) return answer;
  const chosenStatus = status === 201 ? world.choice("answers.created") : status;
  const shown = Array.isArray(content)
    ? listed(content, answer, world)
    : alone(content, endpoint, world);
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

function listed(items: Json[], { beside }: Answer, world: World): Json {
  const isWhole = world.choice("answers.listItems") === "whole";
  const shown = isWhole ? items : items.map((item) => summary(item, world));
  if (beside !== undefined) return { items: shown, ...beside };
  const wrapper = world.choice("answers.list");
  return wrapper === "bare" ? shown : { [wrapper]: shown };
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
