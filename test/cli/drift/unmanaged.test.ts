import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { containerBody, idOf, sender, volumeBody } from "../../platform/support.ts";
import { runCli } from "../../support/cli.ts";
import { exported, newAccount, resource } from "../doctor/account.ts";
import { streamOf } from "./refreshes.ts";

test("what no state has is ready to adopt, and a state of another account has nothing of this one", async () => {
  const { platform, ...seat } = await newAccount();
  const send = sender(platform);
  const managed = idOf(await send("POST /v1/volumes", volumeBody("managed")));
  const unmanaged = idOf(await send("POST /v1/volumes", volumeBody("other")));
  await send("POST /api/v1/instances", containerBody("job"));
  const type = "pulumi-nodejs:dynamic/hosting/compute:Container";
  const elsewhere = { __world: "https://elsewhere.example https://elsewhere.example" };
  seat.answer("stack-ls", '[{ "name": "organization/shop/dev" }]');
  const job = { type, id: "job", inputs: { name: "job" }, outputs: elsewhere };
  seat.answer("stack-export", exported([resource("data", { id: managed }), resource("job", job)]));

  const { code, stdout } = await runCli(["drift", "--unmanaged", "--json"], seat);
  const { drift, unmanaged: account } = JSON.parse(stdout);
  expect({ code, drift }).toEqual({ code: 2 });
  expect(account.stacks).toEqual(["organization/shop/dev"]);
  const objects = account.objects.filter(({ type: one }: { type: string }) =>
    ["storage:Volume", "compute:Container"].includes(one),
  );
  expect(objects).toMatchObject([
    { type: "compute:Container", id: "job", code: expect.stringContaining('adopt: "job"') },
    {
      ...{ type: "storage:Volume", id: unmanaged },
      code: expect.stringMatching(
        `^new hosting.Volume\\("other", {[^]*adopt: "${unmanaged}",\n}, { protect: true }\\);`,
      ),
    },
  ]);

  const both = await runCli(["drift", "--unmanaged", "-"], { ...seat, stdin: streamOf({}) });
  expect(both.stdout).toContain(`volume "other" (${unmanaged})`);

  rmSync(join(seat.directory, ".tools", "stack-export"));
  const failed = await runCli(["drift", "--unmanaged"], seat);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toContain('The stack "organization/shop/dev" was not read');
});
