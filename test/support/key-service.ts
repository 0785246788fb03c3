/** Keeps the key of each stack's secrets, as HashiCorp Vault does for `--secrets-provider hashivault://…`. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** Names its address for the processes of the run; read here alone. */
const variable = "TEST_KEY_SERVICE";

/** Secrets provider whose key it keeps. */
export const keyOfTests = "hashivault://tests";

/** What it is asked: to take a key, or to give back the one that it took. */
const asked = z.union([z.object({ plaintext: z.string() }), z.object({ ciphertext: z.string() })]);

/** Starts one for all stacks that the run opens from now on; ends when that is called. */
export async function openKeyService(): Promise<() => void> {
  const keys = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const body = asked.parse(await json(request));
    if ("ciphertext" in body) {
      response.end(JSON.stringify({ data: { plaintext: keys.get(body.ciphertext) } }));
      return;
    }
    const ciphertext = `vault:v1:${randomUUID()}`;
    keys.set(ciphertext, body.plaintext);
    response.end(JSON.stringify({ data: { ciphertext } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.env[variable] = `http://127.0.0.1:${address.port}`;
  return () => void server.close();
}

/** Settings that lead the CLI to it; none where no service runs, as outside of a run. */
export function keyServiceSettings(): Record<string, string> {
  const url = process.env[variable];
  return url === undefined ? {} : { VAULT_SERVER_URL: url, VAULT_SERVER_TOKEN: "of-tests" };
}
