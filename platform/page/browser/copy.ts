import { button, make } from "./dom.ts";
import { tellDone, tellProblem } from "./message.ts";
import { asCurl, asTypeScript, type Sendable } from "./snippets.ts";

/** Buttons that copy a request, as what sends it again. */
export function copyButtons(request: Sendable): HTMLElement {
  const copy = (what: string, text: string) =>
    button(`Copy as ${what}`, async () => {
      try {
        await navigator.clipboard.writeText(text);
        tellDone(`Copied as ${what}. It takes the key from HOSTING_API_KEY.`);
      } catch {
        tellProblem("The browser did not let this page copy.");
      }
    });
  const { origin } = location;
  return make(
    "p",
    { class: "buttons" },
    copy("curl", asCurl(origin, request)),
    copy("TypeScript", asTypeScript(origin, request)),
  );
}
