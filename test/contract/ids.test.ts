import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areOtherSystems, idPrefixes, isPathSegment, isUnmistakable } from "../../contract/ids.ts";
import { rowsWith, section } from "./spec-tables.ts";

const shapes = {
  instance: section("2.2"),
  volume: section("2.7"),
  image: section("2.7a"),
  floatingIp: rowsWith("2.8", "Field").map((row) => String(row["Notes"])),
  certificate: section("2.9"),
  apiKey: section("2.11"),
  projectMember: section("2.12"),
  project: section("2.12"),
};

describe("ids", () => {
  test.each(Object.entries(shapes))("of a %s have the shape of spec 2", (kind, text) => {
    const prefix = Object.entries(idPrefixes).find(([known]) => known === kind)?.[1];
    expect(prefix).toMatch(/^[a-z]+_$/);
    expect(text.join("\n")).toContain(`${prefix}<id>`);
  });

  test("no other kind has a prefix", () => {
    expect(Object.keys(idPrefixes).toSorted()).toEqual(Object.keys(shapes).toSorted());
  });
});

describe("references of images `<os>/<version>`", () => {
  test.each([
    ["debian/13", "mysql/8"],
    ["ubuntu/24.04", "debian/trixie"],
  ])("%s and %s are of different systems", (left, right) => {
    expect(areOtherSystems(left, right)).toBe(true);
    expect(areOtherSystems(right, left)).toBe(true);
  });

  test.each([
    ["debian/12"],
    ["Debian/13"],
    ["Debian GNU/Linux 13"],
    ["images:debian/13"],
    ["gallery/debian-13"],
    ["docker.io/library/mysql"],
    ["mysql"],
    ["img_8f3k"],
    [{ id: 7 }],
    [undefined],
    [null],
  ])("%j may be debian/13 in other words", (other) => {
    expect(areOtherSystems("debian/13", other)).toBe(false);
    expect(areOtherSystems(other, "debian/13")).toBe(false);
  });
});

describe("an id that another account may have as well", () => {
  test.each([
    ...["1", "net_12", "net-12", "net12", "n-eu-1", "vol.7", "234567", "network7", "4-eu"],
    ...["net_4_eu", "net_4_eu-west-1", "0000004", "net-00000004", "net00000004", "000000a1"],
    ...["00000000-0000-0000-0000-000000000004", "00000000-0000-4000-8000-000000000012"],
    ...["rw", "nR", "web", "vol_8f3k", "inst_a1b2c3", "net_4_frankfurt", "default-network"],
  ])("counts, or is short: %s", (id) => {
    expect(isUnmistakable("volume", id)).toBe(false);
  });

  test.each([
    ["lan-eltaoqqm9", "lan-eltaoqqm9"],
    ["LAN-eltaoqqm9", "lan-eltaoqqm9"],
    ["net_lan-eltaoqqm9", "lan-eltaoqqm9"],
    ["lan-eltaoqqm9-network", "lan-eltaoqqm9"],
    ["default.lan-eltaoqqm9", "lan-eltaoqqm9"],
    ["lan_eltaoqqm9_4", "lan-eltaoqqm9"],
    ["laneltaoqqm9", "lan-eltaoqqm9"],
    ["xlan-eltaoqqm9", "lan-eltaoqqm9"],
    ["netlaneltaoqqm9", "lan-eltaoqqm9"],
    ["lan-eltaoqqm9", "Lan Eltaoqqm9"],
    ["fw_prod-20270115", "prod-20270115-main"],
    ["eltaoqqm91", "lan-eltaoqqm91"],
  ])("is made of the name: %s of %s", (id, name) => {
    expect(isUnmistakable("volume", id, name)).toBe(false);
  });
});

test.each([
  ...["41234567", "vol_41234567", "vol_8f3k2x9q", "inst_8xk2m4pq", "vol_ppzfchhvaa12", "6be87689"],
  ...["8f3e1adb-90c1-4f2e-8a77-1d2c3b4a5f60", "i-0abcd1234ef567890", "01JHQ4ZK8M5T7V9XCEGBDFN2R3"],
  // Letters alone behind a prefix, and counts of all accounts.
  ...["vol_kxqwedfa", "net_kxqwedfazzplmoknijbu", "inst_abcd1234", "1234567", "vol_1234567"],
  ...["V1StGXR8_Z5jdHi6B-myT", "d-db8f3k2x9qdb", "65a4f2c9e13b7d0012ab34cd", "web-8f3k2x9qa"],
])("no other account has %s, whatever the object is called", (id) => {
  for (const name of ["", "a", "db", "web", "data-qwertzui", "größe", "-"])
    expect(isUnmistakable("volume", id, name)).toBe(true);
});

test.each(["container", "bucket", "poolVolume", "portForward"] as const)(
  "another account may have the id of a %s, which is its name or in one",
  (kind) => {
    expect(isUnmistakable(kind, "8f3e1adb90c14f2e")).toBe(false);
  },
);

describe("a path segment", () => {
  test.each(["a", "web-1", "vol_8f", "me@example.com", "a.b", "...", "x".repeat(128)])(
    "is %s",
    (text) => {
      expect(isPathSegment(text)).toBe(true);
    },
  );

  test.each(["", ".", "..", "a/b", "a b", "%2e", "a?b", "a#b", "é", "a\n", "x".repeat(129)])(
    "is not %j",
    (text) => {
      expect(isPathSegment(text)).toBe(false);
    },
  );

  test("never leads to another path", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(isPathSegment(text));
        const { pathname, search, hash } = new URL(`http://host/v1/volumes/${text}`);
        expect([pathname, search, hash]).toEqual([`/v1/volumes/${text}`, "", ""]);
      }),
    );
  });
});
