/** Started several times at once by processes.test.ts: makes volumes in one file at the same moment. */
import { openPlatform } from "../../../platform/index.ts";

const [file = "", name = "", startAt = ""] = process.argv.slice(2);
while (Date.now() < Number(startAt));

const platform = openPlatform({ file });
const statuses: number[] = [];
for (let count = 0; count < 100; count++) {
  const request = new Request("http://platform.test/v1/volumes", {
    method: "POST",
    headers: {
      authorization: `Bearer ${platform.rootKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: `${name}-${count}`, region: "eu", size_gb: 1 }),
  });
  statuses.push((await platform.fetch(request)).status);
}
const { worldId } = platform;
platform.close();
process.stdout.write(JSON.stringify({ worldId, statuses }));
