/**
 * Type-checks programs with one compiler, each with its own options, declarations of the package included, and
 * prints a list for each: `file:line message` for each problem. Plain JavaScript, because the compiler is any.
 */
import { createRequire } from "node:module";
import { relative } from "node:path";

const [compiler, programs] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
/** The compiler's own declarations, which are the same for all and most of what it reads. */
const own = new Map();

console.log(JSON.stringify(JSON.parse(programs).map(problemsIn)));

function problemsIn({ file: program, options }) {
  const { options: parsed, errors } = ts.convertCompilerOptionsFromJson(
    { strict: true, noEmit: true, types: [], target: "es2020", ...options },
    process.cwd(),
  );
  const checked = ts.createProgram([program], parsed, hostFor(parsed));
  return [...errors, ...ts.getPreEmitDiagnostics(checked)].flatMap(
    ({ file, start, messageText }) => {
      const name = file === undefined ? "" : relative(process.cwd(), file.fileName);
      // Other packages have to fix their own declarations.
      if (name.startsWith("..") || /node_modules\/(?!pulumi-hosting\/)/.test(name)) return [];
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
      return [`${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`];
    },
  );
}

function hostFor(options) {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const getSourceFile = (name, ...more) => {
    if (!name.startsWith(host.getDefaultLibLocation())) return read(name, ...more);
    if (!own.has(name)) own.set(name, read(name, ...more));
    return own.get(name);
  };
  return Object.assign(host, { getSourceFile });
}
