/**
 * Type-checks a program as one compiler with some options does, declarations of the package included,
 * and prints `file:line message` for each problem. Plain JavaScript, because the compiler is any.
 */
import { createRequire } from "node:module";
import { relative } from "node:path";

const [compiler, program, options] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const { options: parsed, errors } = ts.convertCompilerOptionsFromJson(
  { strict: true, noEmit: true, types: [], target: "es2020", ...JSON.parse(options) },
  process.cwd(),
);
const checked = ts.createProgram([program], parsed);
for (const { file, start, messageText } of [...errors, ...ts.getPreEmitDiagnostics(checked)]) {
  const name = file === undefined ? "" : relative(process.cwd(), file.fileName);
  // What other packages declare is theirs to mend.
  if (name.startsWith("..") || /node_modules\/(?!pulumi-hosting\/)/.test(name)) continue;
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
  console.log(`${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
}
