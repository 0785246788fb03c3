import { expect, test } from "vitest";
import {
  type Priority,
  PriorityQueue,
  rankAt,
  refusedRank,
} from "../../../../provider/http/rate-limit/priority-queue.ts";

const second = 1000;

function waiter(label: string, priority: Priority, arrival: number, at: number) {
  return {
    label,
    priority,
    deadline: Number.POSITIVE_INFINITY,
    rank: rankAt(at, priority),
    arrival,
  };
}

function orderOf(waiters: readonly ReturnType<typeof waiter>[]): readonly string[] {
  const queue = new PriorityQueue<ReturnType<typeof waiter>>();
  for (const each of waiters) queue.add(each);
  const order = [];
  for (let [head] = queue.heads(); head !== undefined; [head] = queue.heads()) {
    order.push(head.label);
    queue.remove(head);
  }
  expect(queue.firstDeadline()).toBe(Number.POSITIVE_INFINITY);
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
  const refused = (label: string, arrival: number) => ({
    ...waiter(label, "read", arrival, 0),
    rank: refusedRank,
  });
  const resolve = waiter("resolve", "resolve", 3, 0);
  expect(orderOf([resolve, refused("second", 2), refused("first", 1)])).toEqual([
    "first",
    "second",
    "resolve",
  ]);
});

test("those of one class that are too late by a time are taken out, and nobody else", () => {
  const queue = new PriorityQueue<ReturnType<typeof waiter>>();
  const until = (label: string, priority: Priority, arrival: number, deadline: number) =>
    queue.add({ ...waiter(label, priority, arrival, 0), deadline });
  until("late read", "read", 0, 3 * second);
  until("read", "read", 1, 9 * second);
  until("later read", "read", 2, 5 * second);
  until("write", "write", 3, 4 * second);
  expect(queue.firstDeadline()).toBe(3 * second);
  const late = queue.takeLate("read", 5 * second);
  expect(late.map(({ label }) => label)).toEqual(["late read", "later read"]);
  expect(queue.firstDeadline()).toBe(4 * second);
  expect(queue.heads().map(({ label }) => label)).toEqual(["write", "read"]);
});
