/** What the page does: asks for the world with the token of its address, and shows what has changed. */
export const script = `
"use strict";
const control = document.body.dataset.control;
const at = (id) => document.getElementById(id);
const shown = new Map();

function show(id, text, put) {
  if (shown.get(id) === text) return;
  shown.set(id, text);
  put(at(id), text);
}

const putText = (element, text) => { element.textContent = text; };

function putCounts(element, text) {
  element.replaceChildren(...JSON.parse(text).map(([kind, count]) => {
    const item = document.createElement("li");
    item.textContent = kind.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) + ": " + count;
    return item;
  }));
}

function putPicture(element, text) {
  if (text === "") return element.replaceChildren();
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const { scrollLeft, scrollTop } = element;
  element.replaceChildren(document.importNode(svg, true));
  element.scrollTo(scrollLeft, scrollTop);
}

function showWorld(info, picture) {
  const { now, factor } = info.clock;
  const pace = factor === 0 ? "frozen" : factor === 1 ? "" : factor + " times as fast as outside";
  const counts = Object.entries(info.objects).sort();
  show("message", "", putText);
  show("clock", now.replace("T", " ").replace(/\\.\\d+Z$/, " UTC") + (pace && ", " + pace), putText);
  show("counts", JSON.stringify(counts.length === 0 ? [["none", 0]] : counts), putCounts);
  show("picture", picture, putPicture);
}

function showProblem(message) {
  show("message", message, putText);
}

function forget(message) {
  showProblem(message);
  show("clock", "", putText);
  show("counts", "[]", putCounts);
  show("picture", "", putPicture);
}

const howToGetIt = "Open the address that hosting platform prints, which ends in #token=….";

async function ask(path, token) {
  const answer = await fetch(control + path, { headers: { authorization: "Bearer " + token } });
  if (answer.status === 401) throw new Error("401");
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

async function look() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return forget("The token is missing from the address of this page. " + howToGetIt);
  if (!/^[\\x21-\\x7e]+$/.test(token)) return forget("The token is wrong. " + howToGetIt);
  try {
    const [info, picture] = await Promise.all([ask("/info", token), ask("/picture", token)]);
    showWorld(await info.json(), await picture.text());
  } catch (error) {
    if (error.message === "401") forget("The token is wrong: it is not that of this world. " + howToGetIt);
    else showProblem("The platform does not answer; what is shown is what it said last. " + error.message);
  }
}

async function follow() {
  if (!document.hidden) await look();
  setTimeout(follow, 2000);
}

addEventListener("hashchange", look);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
follow();
`;
