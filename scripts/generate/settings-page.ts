import ts from "typescript";
import { code, page, table } from "./markdown.ts";
import { descendants, docsOf, parse } from "./syntax.ts";

/** Every setting of the embedded platform, as `platform/kinds/common/settings.ts` documents it. */
export function settingsPage(root: string): string {
  const file = parse(root, "platform/kinds/common/settings.ts");
  const settings = descendants(file)
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === "Settings");
  const rows = (settings?.members ?? []).map((member) => {
    const [, about = "", value = ""] = /^(.*?) Default (.*?)\.$/.exec(docsOf(member)) ?? [];
    return [code(member.name?.getText() ?? ""), value, about];
  });
  return page(
    "Settings of the embedded platform",
    "Settings that change how the platform answers a program. Everything else that the specification leaves open is settled once, in the code of the platform; the [table of conformance](platform-conformance.md) says how. The assumptions of this package about a platform are in [assumptions](assumptions.md), which `assumptions` sets on the embedded platform.",
    '```ts\nplatform.configure({ bootSeconds: 20, pageLength: 50, pageForm: "cursor" });\n```',
    "They are kept in the platform's file: every process that has it open sees a change at once.",
    table(["name", "default", "what it decides"], rows),
  );
}
