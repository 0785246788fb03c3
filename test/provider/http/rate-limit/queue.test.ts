import { expect, test } from "vitest";
import {
  frontOf,
  type Priority,
  placeOf,
  Queue,
} from "../../../../provider/http/rate-limit/queue.ts";

const second = 1000;

function waiter(label: string, priority: Priority, ticket: number, at: number) {
  const slot = { label, priority, deadline: Number.POSITIVE_INFINITY };
  const place = placeOf(slot, ticket, at);
  return { slot, place, grant: () => undefined, refuse: () => undefined };
}

function orderOf(waiters: readonly ReturnType<typeof waiter>[]): readonly string[] {
  const queue = new Queue();
  for (const each of waiters) queue.add(each);
  const order = [];
  for (let [head] = queue.heads(); head !== undefined; [head] = queue.heads()) {
    order.push(head.slot.label);
    queue.remove(head);
  }
  expect(queue.size).toBe(0);
  return order;
}

test("who came at the same time goes by class, then by order", () => {
  const all = [
    waiter("read", "read", 0, 0),
    waiter("write", "write", 1, 0),
    waiter("wait", "wait", 2, 0),
    waiter("second write", "write", 3, 0),
    waiter("resolve", "resolve", 4, 0),
  ];
  expect(orderOf(all)).toEqual(["resolve", "write", "second write", "wait", "read"]);
});

test("five seconds of waiting are worth a class", () => {
  const read = waiter("read", "read", 0, 0);
  const early = waiter("wait at 4.9 s", "wait", 1, 4.9 * second);
  const late = waiter("wait at 5.1 s", "wait", 2, 5.1 * second);
  const write = waiter("write at 9 s", "write", 3, 9 * second);
  const resolve = waiter("resolve at 16 s", "resolve", 4, 16 * second);
  expect(orderOf([read, early, late, write, resolve])).toEqual([
    "write at 9 s",
    "wait at 4.9 s",
    "read",
    "wait at 5.1 s",
    "resolve at 16 s",
  ]);
});

test("whom the platform refused goes before all others, in the old order", () => {
  const refused = (label: string, ticket: number) => {
    const before = waiter(label, "read", ticket, 0);
    return { ...before, place: frontOf(before.place) };
  };
  const resolve = waiter("resolve", "resolve", 3, 0);
  expect(orderOf([resolve, refused("second", 2), refused("first", 1)])).toEqual([
    "first",
    "second",
    "resolve",
  ]);
});

test("a waiter knows how many go before it; polls do not count, because others pass them", () => {
  const queue = new Queue();
  const last = waiter("read", "read", 9, 0);
  for (const each of [
    waiter("write", "write", 0, 0),
    waiter("wait", "wait", 1, 0),
    waiter("read", "read", 2, 0),
    last,
    waiter("later", "read", 10, second),
  ]) {
    queue.add(each);
  }
  expect(queue.ahead(last)).toBe(2);
  expect(queue.has(last)).toBe(true);
  queue.remove(last);
  expect(queue.has(last)).toBe(false);
  expect(queue.all().map(({ slot }) => slot.label)).toEqual(["write", "wait", "read", "later"]);
});
