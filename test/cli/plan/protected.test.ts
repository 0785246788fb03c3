import { expect, test } from "vitest";
import { runCli } from "../../support/cli.ts";
import { recordedFile } from "../../support/previews.ts";
import { come, gone, previewOf, urnOf, volume } from "./steps.ts";

/** Pulumi's words. */
const deletion = (urn: string) => ({
  severity: "error",
  urn,
  message: `error: Preview failed: resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\`\n`,
});
const replacement = (urn: string, also = "") => ({
  severity: "error",
  message: `error: unable to replace resource "${urn}"${also}\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
});
const end = { severity: "error", message: "error: preview failed\n" };

const told = async (steps: readonly object[], ...errors: readonly object[]) => {
  const run = await runCli(["plan"], { stdin: previewOf(steps, [...errors, end]) });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
  return run.stderr;
};

const inApp = { within: "hosting:components:LoadBalancedApp$hosting:components:PersistentVolume$" };
const dataOf = (name: string) => deletion(urnOf(name, inApp));

test("a deletion that is none of a rename names what is protected and the way out", async () => {
  const { code, stdout, stderr } = await runCli([
    "plan",
    recordedFile("load-balanced-app.destroy"),
  ]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^There is no plan: .*"app-0-data", volume "app-1-data"\..*allowDataLoss/);
});

test("where something is created, a rename comes first", async () => {
  expect(
    await told([gone("app-0-data", inApp), come("b", { type: "Bucket" })], dataOf("app-0-data")),
  ).toMatch(/"app-0-data"\. If it was renamed: .*aliases.*allowDataLoss/);
});

test("a rename that shows is named, of a resource and of its component", async () => {
  const stderr = await told(volume("archive", "archives"), deletion(urnOf("archive")));
  expect(stderr).toMatch(
    /It looks renamed to "archives": .*\[\{ name: "archive" \}\].*protect: false/,
  );
  expect(stderr).toContain(`\`pulumi state unprotect '${urnOf("archive")}'\``);
  const component = { component: "hosting:components:LoadBalancedApp" };
  const steps = [come("shop", component), gone("app-0-data", inApp), come("shop-0-data", inApp)];
  expect(await told(steps, dataOf("app-0-data"))).toContain(
    ' LoadBalancedApp "app" looks renamed to "shop": to keep what is in it, set aliases: [{ name: "app" }] in its options (the third argument). If the data',
  );
});

test("of many renamed components the one that holds what is protected is named", async () => {
  const component = "hosting:components:PersistentVolume";
  const within = `${component}$`;
  const steps = ["a", "b", "c", "kept"].flatMap((name, at) => [
    gone(name, { within, inputs: { sizeGb: at + 1 } }),
    come(`new-${name}`, { component }),
    come(`new-${name}`, { within, inputs: { sizeGb: at + 1 } }),
  ]);
  const stderr = await told(steps, deletion(urnOf("kept", { within })));
  expect(stderr.match(/looks renamed to "[^"]+"/g)).toEqual(['looks renamed to "new-kept"']);
});

test("of many the first are named and the others counted, and no command is cut", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `a-volume-with-quite-a-long-name-${at}`);
  const stderr = await told([], ...names.map((name) => deletion(urnOf(name))), dataOf("x-data"));
  expect(stderr).toContain(
    'It deletes 41 resources that are protected: volume "a-volume-with-quite-a-long-name-0", volume "a-volume-with-quite-a-long-name-1", volume "a-volume-with-quite-a-long-name-2" and 38 more. If the data of a component may be deleted:',
  );
  expect(stderr).toContain(
    "For the others: `protect: false` on them, `pulumi up`, then this change; or `pulumi state unprotect '<urn>'` (`pulumi stack --show-urns` has each).",
  );
});

test("what is replaced is not renamed; what is in a component is exempted by its transform", async () => {
  const urn = urnOf("app-0", { within: "hosting:components:InstanceGroup$" });
  const stderr = await told([come("b")], replacement(urn));
  expect(stderr).toContain('It replaces what is protected: volume "app-0". If it may be deleted: ');
  expect(stderr).toContain("`protect: false` on it (by the `transform` of its component), ");
  expect(await told([], replacement(urn, ` as part of replacing "${urnOf("x")}"`))).toContain(
    'It replaces what is protected: volume "app-0".',
  );
});

test("other errors are counted, and a name is no command", async () => {
  const other = { severity: "error", message: "error: something else" };
  const stderr = await told([], deletion(urnOf("it's")), other);
  expect(stderr).toContain("`pulumi state unprotect '<urn>'` (`pulumi stack --show-urns` has it).");
  expect(stderr).toMatch(/ \(and 1 other error\)\n$/);
});
