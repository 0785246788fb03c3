/** Programs in Python and Go, run inline by their Automation API, which needs no language host. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cliDirectory } from "../support/cli-directory.ts";
import { commandEnvironment } from "../support/stack-environment.ts";
import { makePluginDirectory } from "../support/yaml-stack.ts";

const root = join(import.meta.dirname, "../..");
const pythonSdk = "3.272.0";
const goSdk = "v3.274.1";

let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "pulumi-languages-"));
  mkdirSync(join(directory, "state"));
  makePluginDirectory(join(directory, "plugin"));
  const base = { ...process.env, ...commandEnvironment(directory, await cliDirectory()) };
  env = Object.fromEntries(
    Object.entries(base).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  Object.assign(env, {
    HOME: process.env["HOME"] ?? directory,
    PATH: [join(directory, "plugin"), env["PATH"]].join(delimiter),
    HOSTING_BACKEND: "embedded",
    HOSTING_EMBEDDED_FILE: join(directory, "platform.db"),
    PULUMI_CONFIG_PASSPHRASE: "test",
  });
  generate("sdk");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(program: string, args: readonly string[], cwd = directory): string {
  return execFileSync(program, [...args], {
    cwd,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function generate(name: string): void {
  run(process.execPath, [join(root, "scripts/offline/sdk.ts"), join(directory, name)]);
}

it("packages are the same when they are generated again", () => {
  generate("again");
  expect(run("diff", ["--recursive", "sdk", "again"])).toBe("");
});

/** The first program of the README in a language. */
function firstProgram(language: string): string {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, code = ""] = new RegExp(`^\\| ${language} \\| \`(.+)\` \\|$`, "m").exec(readme) ?? [];
  return code;
}

/** Its resources, with the stack. */
const ofFirstProgram = 22;

const python = `
import json, pulumi, pulumi_hosting as hosting
from pulumi import automation as auto

def program():
    web = hosting.compute.Instance("web", region="eu-1", plan="small", image="debian/13")
    data = hosting.storage.Volume("data", region="eu-1", size_gb=20, filesystem="ext4")
    hosting.storage.VolumeAttachment("attached", volume_id=data.id, instance_id=web.id)
    hosting.components.PersistentVolume("more", region="eu-1", size_gb=5, allow_data_loss=True)
    pulumi.export("addresses", web.ip_addresses)
    pulumi.export("pools", [pool.name for pool in hosting.storage.get_storage_pools().storage_pools])

def app():
    ${firstProgram("Python")}

first = auto.create_or_select_stack(stack_name="dev", project_name="python-app", program=app)
stack = auto.create_or_select_stack(stack_name="dev", project_name="python-shop", program=program)
up = stack.up()
preview = stack.preview()
destroyed = stack.destroy()
print(json.dumps({
    "addresses": len(up.outputs["addresses"].value), "pools": up.outputs["pools"].value,
    "made": up.summary.resource_changes, "preview": preview.change_summary,
    "deleted": destroyed.summary.resource_changes, "app": first.preview().change_summary,
}, default=str))
`;

it("a Python program with the generated package is made, previewed without a change and destroyed", () => {
  run("python3", ["-m", "venv", "venv"]);
  run("venv/bin/pip", ["install", "--quiet", `pulumi==${pythonSdk}`, "./sdk/python"]);
  writeFileSync(join(directory, "main.py"), python);
  const printed = run("venv/bin/python", ["main.py"]).trim().split("\n").at(-1) ?? "";
  expect(JSON.parse(printed)).toMatchObject({
    addresses: 1,
    pools: ["default"],
    made: { create: 6 },
    preview: { same: 6 },
    deleted: { delete: 6 },
    app: { create: ofFirstProgram },
  });
});

const go = `
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"pulumi-hosting/sdk/go/hosting/components"
	"pulumi-hosting/sdk/go/hosting/compute"
	"pulumi-hosting/sdk/go/hosting/storage"
)

func program(ctx *pulumi.Context) error {
	web, err := compute.NewInstance(ctx, "web", &compute.InstanceArgs{
		Region: pulumi.String("eu-1"), Plan: pulumi.String("small"), Image: pulumi.String("debian/13"),
	})
	if err != nil {
		return err
	}
	data, err := storage.NewVolume(ctx, "data", &storage.VolumeArgs{
		Region: pulumi.String("eu-1"), SizeGb: pulumi.Int(20),
	})
	if err != nil {
		return err
	}
	_, err = storage.NewVolumeAttachment(ctx, "attached", &storage.VolumeAttachmentArgs{
		VolumeId: data.ID(), InstanceId: web.ID(),
	})
	if err != nil {
		return err
	}
	_, err = components.NewPersistentVolume(ctx, "more", &components.PersistentVolumeArgs{
		Region: pulumi.String("eu-1"), SizeGb: pulumi.Int(5), AllowDataLoss: pulumi.BoolRef(true),
	})
	return err
}

func app(ctx *pulumi.Context) error {
	${firstProgram("Go")}
	_ = shop
	return err
}

func main() {
	ctx := context.Background()
	first, err := auto.UpsertStackInlineSource(ctx, "dev", "go-app", app)
	fail(err)
	planned, err := first.Preview(ctx)
	fail(err)
	stack, err := auto.UpsertStackInlineSource(ctx, "dev", "go-shop", program)
	fail(err)
	up, err := stack.Up(ctx)
	fail(err)
	preview, err := stack.Preview(ctx)
	fail(err)
	destroyed, err := stack.Destroy(ctx)
	fail(err)
	fail(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"made": up.Summary.ResourceChanges, "preview": preview.ChangeSummary,
		"deleted": destroyed.Summary.ResourceChanges, "app": planned.ChangeSummary,
	}))
}

func fail(err error) {
	if err != nil {
		panic(err)
	}
}
`;

it("a Go program with the generated module is made, previewed without a change and destroyed", () => {
  const sdk = join(directory, "sdk/go/hosting");
  const needed = `require github.com/pulumi/pulumi/sdk/v3 ${goSdk}\n`;
  const module = "pulumi-hosting/sdk/go/hosting";
  writeFileSync(join(sdk, "go.mod"), `module ${module}\n\ngo 1.25\n\n${needed}`);
  const shop = join(directory, "go-shop");
  mkdirSync(shop);
  writeFileSync(
    join(shop, "go.mod"),
    `module shop\n\ngo 1.25\n\n${needed}require ${module} v0.0.0\n\nreplace ${module} => ${sdk}\n`,
  );
  writeFileSync(join(shop, "main.go"), go);
  run("go", ["mod", "tidy"], shop);
  expect(JSON.parse(run("go", ["run", "."], shop))).toMatchObject({
    made: { create: 6 },
    preview: { same: 6 },
    deleted: { delete: 6 },
    app: { create: ofFirstProgram },
  });
});
