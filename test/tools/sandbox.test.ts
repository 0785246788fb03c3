import { spawnSync } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sandboxed, sandboxMissing } from "../../tools/sandbox.ts";
import { temporaryDirectory } from "./temporary.ts";

const mounts = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
23 22 0:5 / /dev rw,nosuid - devtmpfs devtmpfs rw
24 23 0:6 / /dev/shm rw,nosuid,nodev - tmpfs tmpfs rw
25 22 0:21 / /proc rw,relatime - proc proc rw
26 22 0:30 / /mnt/two\\040words ro,noexec - ext4 /dev/vdb rw
27 22 0:31 / /developers rw,nodev - ext4 /dev/vdc rw
28 22 0:32 / /clone/inner rw - tmpfs tmpfs rw
`;
const sandbox = { directory: "/clone", writable: ["/clone", "/it's"] };
const remounts = `set -e
mount --rbind '/clone' '/clone'
mount --rbind '/it'\\''s' '/it'\\''s'
[ ! -e '/' ] || mount -o remount,bind,ro,relatime '/'
[ ! -e '/mnt/two words' ] || mount -o remount,bind,ro,noexec '/mnt/two words'
[ ! -e '/developers' ] || mount -o remount,bind,ro,nodev '/developers'
cd '/clone'
`;

test("root makes all read-only but the sandbox's directories, devices and /proc", () => {
  const machine = { mounts, uid: 0, gid: 0 };
  const script = `${remounts}exec "$@"`;
  const command = ["unshare", "--mount", "sh", "-c", script, "sh", "npm", "test"];
  expect(sandboxed(["npm", "test"], sandbox, machine)).toEqual(command);
});

test("another user does it as root of a namespace, and is again themselves in it", () => {
  const machine = { mounts, uid: 1000, gid: 100 };
  const script = `${remounts}exec unshare --user --map-user=1000 --map-group=100 "$@"`;
  const namespaces = ["--mount", "--map-root-user"];
  const command = ["unshare", ...namespaces, "sh", "-c", script, "sh", "npm", "test"];
  expect(sandboxed(["npm", "test"], sandbox, machine)).toEqual(command);
});

const here = { directory: "/", writable: [] };
const missing = sandboxMissing(here);

describe.skipIf(missing !== undefined)(`on this machine (${missing ?? "it can"})`, () => {
  test("what is written goes to the sandbox's directories, and nowhere else", async () => {
    const machine = await temporaryDirectory();
    const inside = join(machine, "inside");
    await mkdir(inside);
    const script = "touch file; touch ../file; touch /dev/shm 2>&1";
    const box = { directory: inside, writable: [inside] };
    const [program, ...args] = sandboxed(["sh", "-c", script], box);
    const { stderr, stdout, status } = spawnSync(program, args, { encoding: "utf8" });
    expect(stderr).toMatch(/^touch: [^\n]*'?\.\.\/file'?: Read-only file system\n$/);
    expect([stdout, status]).toEqual(["", 0]);
    expect(await readdir(machine, { recursive: true })).toEqual(["inside", "inside/file"]);
  });
});
