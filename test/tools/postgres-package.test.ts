import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { getPostgres, unpackedPrograms } from "../support/postgres-package.ts";
import { temporaryDirectory } from "./temporary.ts";

const simulated = [
  "Inst libpq5 (15.1 Debian [amd64])",
  "Inst libllvm14 (14 Debian [amd64])",
  "Inst libjson-perl (4 Debian [all])",
  "Inst ssl-cert (1 Debian [all])",
  "Inst postgresql-client-15 (15.1 Debian [amd64])",
  "Inst postgresql-15 (15.1 Debian [amd64])",
  "Inst postgresql (15+1 Debian [all])",
  "Conf postgresql-15 (15.1 Debian [amd64])",
].join("\n");

const aptGet = (update: string) => `
case " $* " in
  *" update "*) ${update} ;;
  *" install --simulate "*) echo '${simulated}' ;;
  *" download "*) all="$*"; echo "\${all##* download }" > "$LOG"; : > one.deb ;;
esac`;
const dpkgDeb = `
bin="$3/usr/lib/postgresql/15/bin"
mkdir -p "$bin" "$3/usr/lib/x86_64-linux-gnu"
for name in postgres initdb pg_ctl createdb; do
  printf '#!/bin/sh\\n' > "$bin/$name" && chmod +x "$bin/$name"
done`;

afterEach(() => vi.unstubAllEnvs());

/** A machine with these programs and what every system has. */
async function machineWith(programs: Readonly<Record<string, string>>) {
  const directory = await temporaryDirectory();
  const path = join(directory, "bin");
  await mkdir(path);
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(path, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${text}\n`);
    await chmod(join(path, name), 0o755);
  }
  vi.stubEnv("PATH", path);
  vi.stubEnv("LOG", join(directory, "log"));
  return { cache: join(directory, "cache/postgresql"), log: join(directory, "log") };
}

test("the packages of a server without LLVM and Perl are unpacked in the cache, and nothing else is left there", async () => {
  const { cache, log } = await machineWith({ "apt-get": aptGet(":"), "dpkg-deb": dpkgDeb });
  expect(getPostgres(cache)).toBeUndefined();
  expect(await readFile(log, "utf8")).toBe("libpq5 postgresql-client-15 postgresql-15\n");
  expect(unpackedPrograms(cache)).toMatchObject({
    folder: join(cache, "usr/lib/postgresql/15/bin"),
    env: { LD_LIBRARY_PATH: join(cache, "usr/lib/x86_64-linux-gnu") },
  });
  expect(await readdir(dirname(cache))).toEqual(["postgresql"]);
});

const offline = aptGet('echo "W: so" >&2; echo "E: Failed to fetch lists" >&2; exit 100');

test.each([
  ["apt-get reaches nothing", { "apt-get": offline, "dpkg-deb": dpkgDeb }, "Failed to fetch lists"],
  ["there is no apt-get", {}, "there is no `apt-get` or no `dpkg-deb`"],
  ["programs do not start", { "apt-get": aptGet(":"), "dpkg-deb": "mkdir $3" }, "does not start"],
])("where %s, the reason is said", async (_what, programs, reason) => {
  const { cache } = await machineWith(programs);
  expect(getPostgres(cache)).toContain(reason);
  expect((await readdir(dirname(cache))).filter((name) => name !== "postgresql")).toEqual([]);
});
