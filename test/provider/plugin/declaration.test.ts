import { expect, test } from "vitest";
import { fillName } from "../../../provider/lifecycle/identity/name.ts";
import { intentOf } from "../../../provider/lifecycle/operation/intent.ts";
import { declarationOf, stored } from "../../../provider/plugin/declaration.ts";
import { definitions } from "../../../resources/_registry.ts";
import { definitionOf } from "../../support/session-inputs.ts";

const settings = { world: "embedded:world_1", keyMark: () => "the key" };
const dynamic = "pulumi-nodejs:dynamic/hosting";
const identity = { organization: "organization", project: "shop", stack: "dev", name: "data" };

/** How the engine names one declaration through either door. */
const parents = [
  ["at the top", "", ""],
  ["in a component", "my:Web$", "my:Web$"],
  ["below another resource of ours", `${dynamic}/compute:Instance$`, "hosting:compute:Instance$"],
] as const;

test.each(parents)(
  "a declaration %s is one and the same through both doors",
  (_where, ...chains) => {
    const definition = definitionOf("storage:Volume");
    const [of, ofPlugin] = chains;
    const urn = (chain: string, token: string) => `urn:pulumi:dev::shop::${chain}${token}::data`;
    const native = declarationOf(urn(ofPlugin, "hosting:storage:Volume"), (one) =>
      definitions.has(one),
    );
    const given = { region: "eu", sizeGb: 10 };
    const before = { ...given, __identity: identity, __urn: urn(of, `${dynamic}/storage:Volume`) };
    const now = { ...given, ...native.props };
    const named = [before, now].map((inputs) => fillName(definition, inputs, { oldInputs: {} }));
    const [first, second] = named.map((inputs) => intentOf(settings, definition, inputs));
    expect(second).toEqual(first);
  },
);

test("a name may hold what separates the parts of a URN", () => {
  const { name, type } = declarationOf(
    "urn:pulumi:dev::shop::hosting:storage:Volume::a::b",
    () => true,
  );
  expect({ name, type }).toEqual({ name: "a::b", type: "storage:Volume" });
});

test("nothing is stored of what each request says", () => {
  const state = {
    sizeGb: 10,
    __world: "embedded:world_1",
    __identity: identity,
    __provider: "text",
  };
  expect(stored(state)).toEqual({ sizeGb: 10, __world: "embedded:world_1" });
});
