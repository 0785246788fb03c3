import { type Call, Refusal } from "./call.ts";
import { type Fields, isFields } from "./store.ts";

interface Rule {
  readonly required?: boolean;
  readonly oneOf?: readonly string[];
  readonly low?: number;
  readonly high?: number;
  readonly whole?: boolean;
}

/** Reads a request body by §2's tables; collects what is wrong and refuses once. */
export class Form {
  readonly #call: Call;
  readonly #label: string;
  readonly #problems: string[] = [];
  readonly #seen = new Set<string>();
  readonly #body: Fields;
  readonly #at: string;

  constructor(
    call: Call,
    label: string,
    part: { body: Fields; at: string } = { body: call.body, at: "" },
  ) {
    this.#call = call;
    this.#label = label;
    this.#body = part.body;
    this.#at = part.at;
  }

  problem(message: string): void {
    this.#problems.push(message);
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Undefined and null both count as not given: §2 says "not required" and no more. */
  #given(key: string, rule: Rule): unknown {
    this.#seen.add(key);
    const value = this.#body[key];
    if (value !== undefined && value !== null) return value;
    if (rule.required === true) this.problem(`${this.#at}${key} is required`);
    return undefined;
  }

  has(key: string): boolean {
    this.#seen.add(key);
    return this.#body[key] !== undefined && this.#body[key] !== null;
  }

  text(key: string, rule: Rule = {}): string | undefined {
    const value = this.#given(key, rule);
    if (value === undefined) return undefined;
    if (typeof value !== "string") {
      this.problem(`${this.#at}${key} must be a string`);
      return undefined;
    }
    if (rule.required === true && value.trim() === "")
      this.problem(`${this.#at}${key} must not be empty`);
    if (rule.oneOf !== undefined && !rule.oneOf.includes(value)) {
      this.problem(`${this.#at}${key} must be one of ${rule.oneOf.join(", ")}`);
    }
    return value;
  }

  number(key: string, rule: Rule = {}): number | undefined {
    const value = this.#given(key, rule);
    if (value === undefined) return undefined;
    if (typeof value !== "number" || (rule.whole !== false && !Number.isInteger(value))) {
      this.problem(`${this.#at}${key} must be ${rule.whole === false ? "a number" : "an integer"}`);
      return undefined;
    }
    const low = rule.low ?? -Infinity;
    const high = rule.high ?? Infinity;
    if (value < low || value > high)
      this.problem(`${this.#at}${key} must be between ${low} and ${high}`);
    return value;
  }

  object(key: string, rule: Rule = {}): Fields | undefined {
    const value = this.#given(key, rule);
    if (value === undefined) return undefined;
    if (isFields(value)) return value;
    this.problem(`${this.#at}${key} must be an object`);
    return undefined;
  }

  list(key: string, rule: Rule = {}): readonly unknown[] | undefined {
    const value = this.#given(key, rule);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) return value;
    this.problem(`${this.#at}${key} must be an array`);
    return undefined;
  }

  texts(key: string, rule: Rule = {}): readonly string[] {
    const list = this.list(key, rule) ?? [];
    const texts = list.filter((entry) => typeof entry === "string");
    if (texts.length !== list.length) this.problem(`${this.#at}${key} must hold strings`);
    return texts;
  }

  /** Where names go into paths or host names, platforms like them plain (§2.1 "path identifier"). */
  name(): string {
    const name = this.text("name", { required: true }) ?? "";
    if (
      this.#call.platform.choices.nameRule === "dns" &&
      name !== "" &&
      !/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/i.test(name)
    ) {
      this.problem(`${this.#at}name may hold letters, digits and hyphens only`);
    }
    return name;
  }

  /** Whether fields that no table names are refused is open. */
  strict(): void {
    if (this.#call.platform.choices.unknownFields !== "refuse") return;
    for (const key of Object.keys(this.#body)) {
      if (!this.#seen.has(key)) this.problem(`${this.#at}${key} is not a known field`);
    }
  }

  /** `<region>`, `<plan>`, `<size>` are placeholders (§2.2, §2.3): whether the set is checked is a choice. */
  listed(key: "region" | "plan" | "size"): string {
    const value = this.text(key, { required: true }) ?? "";
    const { catalog, choices } = this.#call.platform;
    const known = { region: catalog.regions, plan: catalog.plans, size: catalog.sizes }[key];
    if (choices.catalog === "closed" && value !== "" && !known.includes(value)) {
      this.problem(`${key} ${value} is not offered; there are ${known.join(", ")}`);
    }
    return value;
  }

  done(): void {
    if (this.#problems.length === 0) return;
    throw new Refusal(
      this.#call.platform.choices.invalidStatus,
      `${this.#label}: ${this.#problems.join("; ")}`,
    );
  }
}
