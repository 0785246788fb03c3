import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openPlatform, type Platform } from "../../../platform/index.ts";
import { makeCertificate } from "../../support/certificate.ts";
import { idOf, type Send, sender } from "../support.ts";
import { carried } from "./world.ts";

const { certificate, privateKey: private_key } = makeCertificate();
const secret = private_key.split("\n")[1] ?? "";
const body = { name: "site", certificate, private_key };

/** Everything that is in the file and beside it. */
function textOf(file: string): string {
  const directory = dirname(file);
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

test("are in the file while traffic is on, in no log and no answer", async () => {
  const { file, platform, send } = await carried();
  const made = await send("POST /v1/certificates", body);
  expect(textOf(file)).toContain(secret);
  const shown = [made, platform.snapshot(), platform.requests(), platform.traffic()];
  expect(JSON.stringify(shown)).not.toContain(secret);
});

function keptIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare("SELECT count(*) AS count FROM private_keys").get();
  database.close();
  return row?.["count"];
}

const ends = [
  ["traffic is switched off", ({ platform }: Kept) => platform.configure({ traffic: false })],
  ["the world is reset", ({ platform }: Kept) => platform.reset()],
  ["the certificate is deleted", ({ send, id }: Kept) => send(`DELETE /v1/certificates/${id}`)],
] as const;

test.each(ends)("go when %s", async (_when, end) => {
  const { file, platform, send } = await carried();
  const id = idOf(await send("POST /v1/certificates", body));
  expect(keptIn(file)).toBe(1);
  await end({ platform, send, id });
  expect(keptIn(file)).toBe(0);
});

test("one that a renewed certificate has as well stays", async () => {
  const { file, send } = await carried();
  const first = idOf(await send("POST /v1/certificates", body));
  await send("POST /v1/certificates", { ...body, name: "renewed" });
  await send(`DELETE /v1/certificates/${first}`);
  expect(keptIn(file)).toBe(1);
});

test.each(ends)("leave no byte in the file or its log when %s", async (_when, end) => {
  const { file, platform, send } = await carried();
  const others = openPlatform({ file });
  const made: { readonly id: string; readonly lines: readonly string[] }[] = [];
  // Enough for pages to be split and freed.
  for (let at = 0; at < 24; at += 1) {
    const one = { ...makeCertificate(), name: `site-${at}` };
    const { key: _key, privateKey, ...rest } = one;
    const answer = await send("POST /v1/certificates", { ...rest, private_key: privateKey });
    made.push({ id: idOf(answer), lines: privateKey.split("\n").slice(1, -2) });
  }
  const lines = made.flatMap((one) => one.lines);
  const left = () => lines.filter((line) => textOf(file).includes(line)).length;
  expect(left()).toBe(lines.length);
  for (const { id } of made) await end({ platform, send, id });
  expect(left()).toBe(0);
  others.close();
});

test("what somebody who reads holds back in the log goes with the next change", async () => {
  const { file, platform, send } = await carried();
  const id = idOf(await send("POST /v1/certificates", body));
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("BEGIN; SELECT * FROM private_keys");
  expect((await send(`DELETE /v1/certificates/${id}`)).status).toBe(204);
  reader.exec("COMMIT");
  reader.close();
  expect(textOf(file).includes(secret)).toBe(true);
  await sender(platform)("POST /v1/floating-ips", { region: "eu" });
  expect(textOf(file).includes(secret)).toBe(false);
});

interface Kept {
  readonly platform: Platform;
  readonly send: Send;
  readonly id: string;
}
