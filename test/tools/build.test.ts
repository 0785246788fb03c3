import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildWithGo } from "../../tools/cli/build.ts";
import type { Command, RunCommand } from "../../tools/cli/command.ts";
import { FakeClock, RecordedProgress } from "./fakes.ts";
import { temporaryDirectory } from "./temporary.ts";

/** Builds with a Go that does what `run` says and leaves a language host. */
async function build(run: RunCommand, clock = new FakeClock()) {
  const repository = await temporaryDirectory();
  const sdk = join(repository, "node_modules", "@pulumi", "pulumi");
  const directory = join(repository, "target");
  await mkdir(sdk, { recursive: true });
  await mkdir(directory);
  await writeFile(join(sdk, "package.json"), "{}");
  await writeFile(join(directory, "pulumi-language-nodejs"), "host");
  await writeFile(join(sdk, "pulumi-resource-pulumi-nodejs"), "#!/bin/sh\n", { mode: 0o644 });
  const progress = new RecordedProgress();
  const checkout = { repository, platform: "linux", arch: "x64" } as const;
  const environment = { PATH: "/bin", GOOS: "plan9" };
  const done = buildWithGo(directory, {
    ...{ checkout, environment, run, clock, progress },
    version: "3.1.2",
  });
  return { repository, directory, progress, done };
}

test("builds for this machine, and adds the host of Bun and the provider script", async () => {
  const commands: Command[] = [];
  const { repository, directory, done } = await build((command) => {
    commands.push(command);
    return Promise.resolve({ code: 0, stdout: "", stderr: "" });
  });
  await done;
  expect(commands).toMatchObject([
    {
      program: "go",
      directory: join(repository, "tools", "pulumi-cli"),
      environment: { PATH: "/bin", CGO_ENABLED: "0", GOOS: "", GOARCH: "" },
    },
  ]);
  const args = commands[0]?.args.join(" ");
  expect(args).toContain("-tags osusergo,grpcnotrace");
  expect(args).toContain("version.Version=v3.1.2");
  expect(args).toContain(
    `-o ${directory} github.com/pulumi/pulumi/pkg/v3/cmd/pulumi ./pulumi-language-nodejs`,
  );
  expect(await readFile(join(directory, "pulumi-language-bun"), "utf8")).toBe("host");
  const script = join(directory, "pulumi-resource-pulumi-nodejs");
  expect(await readFile(script, "utf8")).toBe("#!/bin/sh\n");
  expect((await stat(script)).mode & 0o111).toBe(0o111);
});

test("tells what is happening and how long it has taken", async () => {
  const clock = new FakeClock();
  const run: RunCommand = ({ onErrorLine }) => {
    onErrorLine?.("go: downloading cel.dev/expr v0.25.2");
    clock.time += 65_000;
    onErrorLine?.("internal/cpu");
    onErrorLine?.("github.com/pulumi/pulumi/sdk/v3/go/common/version");
    return Promise.resolve({ code: 0, stdout: "", stderr: "" });
  };
  const { progress, done } = await build(run, clock);
  await done;
  expect(progress.updates).toEqual([
    "Building Pulumi CLI 3.1.2 with Go: starting, 0 s",
    "Building Pulumi CLI 3.1.2 with Go: 1 module downloaded, 0 s",
    "Building Pulumi CLI 3.1.2 with Go: 1 package compiled, 1 min 05 s",
    "Building Pulumi CLI 3.1.2 with Go: 2 packages compiled, 1 min 05 s",
  ]);
  expect(progress.results).toEqual(["Built Pulumi CLI 3.1.2 in 1 min 05 s."]);
});

test.each([
  [
    { code: 1, stderr: "internal/cpu\n# example/host\nhost/main.go:3:1: syntax error\nmore" },
    "go build ended with code 1: host/main.go:3:1: syntax error",
  ],
  [
    { code: 1, stderr: "go: downloading a v1\ngo: a@v1: dial tcp: no such host" },
    "go build ended with code 1: go: a@v1: dial tcp: no such host",
  ],
  [{ code: null, stderr: "internal/cpu" }, "go build was stopped"],
])("a failed build gives its own reason", async (result, reason) => {
  const { done } = await build(() => Promise.resolve({ ...result, stdout: "" }));
  await expect(done).rejects.toThrow(reason);
});

test("a missing go is named", async () => {
  const missing = Object.assign(new Error("spawn go ENOENT"), { code: "ENOENT" });
  const { done } = await build(() => Promise.reject(missing));
  await expect(done).rejects.toThrow("there is no `go` on PATH");
});
