import type { ErrorCase } from "../../test/provider/errors/cases/error-case.ts";
import { errorCases } from "../../test/provider/errors/cases.ts";
import { errorOf } from "../../test/support/session.ts";
import { code, page, section } from "./markdown.ts";

/** Every error code with messages as users meet them: each is what comes of playing its case. */
export async function errorsPage(): Promise<string> {
  const codes = Object.entries(errorCases);
  const sections = codes.map(async ([name, cases]) =>
    section(code(name), ...(await Promise.all(cases.map(told)))),
  );
  return page("Errors", ...introduction, ...(await Promise.all(sections)));
}

const introduction = [
  "Errors by the code that they have in programs (`HostingError.code`). Each message says in one sentence what did not happen, to which resource and why, and in another one what to do. The platform's words are quoted without secrets, and cut where they are long.",
  "The messages on this page are real: the tests play each of them and compare. Pulumi's own messages, like `cannot be deleted because it is protected`, are in [When `up` is stuck](../guides/when-up-is-stuck.md).",
];

async function told({ title, cause, wayOut, play }: ErrorCase): Promise<string> {
  const { message } = await errorOf(play);
  return `### ${title}\n\n\`\`\`text\n${message}\n\`\`\`\n\n${cause} ${wayOut}`;
}
