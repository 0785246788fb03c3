/** Rule 10 for one input: the three transitions of its record. */
import { describe, expect, test } from "vitest";
import { Input } from "../../../../provider/lifecycle/record/input.ts";
import { InputRecord } from "../../../../provider/lifecycle/record/input-record.ts";
import { loadBalancer } from "../../../../resources/network/load-balancer.ts";

const word = new Input(loadBalancer, "region");
const value = new Input(loadBalancer, "algorithm");
const sight = (of: unknown) => ({ value: of, isEquivalent: false });
const always = () => true;
const never = () => false;

function written(input: Input, declared: unknown, shown?: unknown): InputRecord {
  const record = new InputRecord(input, { declared });
  return shown === undefined ? record : record.afterWrite(sight(shown));
}

describe("a look after our own write", () => {
  test.each([
    ["the declared value", "eu", "eu", "asDeclared"],
    ["the platform's spelling", "eu", "Europe", { spelled: "Europe" }],
    ["nothing", "eu", null, undefined],
  ])("that shows %s", (_what, declared, shown, kept) => {
    expect(written(word, declared, shown).shown).toEqual(kept);
  });

  test("leaves an undeclared input alone, and a secret of the class", () => {
    expect(written(word, undefined, "eu").shown).toBeUndefined();
    const key = new Input({ ...loadBalancer, secrets: ["region"] }, "region");
    expect(written(key, "eu", "eu").shown).toBeUndefined();
  });

  test("takes what several inputs together mean for the declared value", () => {
    const record = written(word, "eu").afterWrite({ value: "us", isEquivalent: true });
    expect(record.shown).toBe("asDeclared");
  });
});

describe("a later look", () => {
  const declared = "round_robin";
  test.each([
    ["as declared, for the first time", value, declared, undefined, declared, "firstShown"],
    ["as declared again", value, declared, declared, declared, "same"],
    ["as the platform spells it", word, "eu", "Europe", "Europe", "same"],
    ["as declared, which was spelled before", word, "eu", "Europe", "eu", "firstShown"],
    ["another word for the first time", word, "eu", undefined, "Europe", "firstWord"],
    ["another word than before", word, "eu", "Europe", "us", "drifted"],
    ["another word than the declared one before", word, "eu", "eu", "us", "drifted"],
    ["another value for the first time", value, declared, undefined, "ip_hash", "drifted"],
    ["not at all", value, declared, declared, undefined, "notShown"],
  ] as const)("that shows it %s", (_how, input, wanted, before, seen, verdict) => {
    const look = written(input, wanted, before).afterLook(sight(seen), always);
    expect(look.verdict).toBe(verdict);
    const isDrifted = verdict === "drifted";
    expect(look.record.found).toEqual(isDrifted ? { value: seen, isPutBack: true } : undefined);
    expect(look.record.stored).toBe(isDrifted ? seen : wanted);
  });

  test("keeps the declared value as the input where no update puts it back", () => {
    const { record } = written(value, declared).afterLook(sight("ip_hash"), never);
    expect(record.stored).toBe(declared);
    expect(record.found).toEqual({ value: "ip_hash", isPutBack: false });
  });

  test("that shows nothing of it keeps what was found", () => {
    const { record } = written(value, declared).afterLook(sight("ip_hash"), always);
    expect(record.afterLook(sight(null), always).record).toBe(record);
  });

  test("that shows the declared value again ends the drift", () => {
    const { record } = written(value, declared, declared).afterLook(sight("ip_hash"), always);
    const back = record.afterLook(sight(declared), always);
    expect(back).toMatchObject({ verdict: "same", record: { found: undefined, stored: declared } });
  });
});

describe("a new declaration", () => {
  const declared = "round_robin";
  const found = (canPutBack: () => boolean) =>
    written(value, declared, declared).afterLook(sight("ip_hash"), canPutBack).record;
  const redeclared = (record: InputRecord, anew: unknown) =>
    record.afterDeclaration(anew, value.isSame(record.stored, anew));

  test.each([
    ["of the same value", written(value, declared, declared), declared, "same", "asDeclared"],
    ["of another value", written(value, declared, declared), "ip_hash", "changed", undefined],
    ["of what was found and would be put back", found(always), "ip_hash", "takenIn", "asDeclared"],
    ["of what was found and would stay", found(never), "ip_hash", "takenIn", "asDeclared"],
    ["that puts back", found(always), declared, "changed", undefined],
    ["beside what was found and stays", found(never), declared, "same", "asDeclared"],
    ["of a third value", found(never), "least_connections", "changed", undefined],
  ] as const)("%s", (_of, before, anew, verdict, shown) => {
    const { record, verdict: is } = redeclared(before, anew);
    expect(is).toBe(verdict);
    expect(record).toMatchObject({ declared: anew, shown });
    expect(record.found).toEqual(verdict === "same" ? before.found : undefined);
  });
});
