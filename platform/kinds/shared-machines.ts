import type { Assumptions } from "../../contract/assumptions.ts";
import { ok } from "../http/answer.ts";
import type { Handler, Route } from "../http/route.ts";
import type { ObjectKind, World } from "../world.ts";
import { served } from "./_all.ts";

/** The routes of all kinds under these assumptions. */
export function routesUnder(assumptions: Assumptions): readonly Route[] {
  const routes = Object.values(served).flatMap((kind) => kind.routes(assumptions));
  return routes.map((route) =>
    isMachine(route.kind) ? { ...route, handle: reachingAll(route, routes) } : route,
  );
}

/** Each prefix has a kind of its own (spec 2.1, 2.2, 2.3). */
const machines = [named(served.container), named(served.instance), named(served.server)];

/** A kind of machines with how a path may name one of them: by its id or by its name. */
function named<T extends { readonly name: string }>(of: ObjectKind<T>) {
  const idOf = ({ objects }: World, target: string): string | undefined =>
    (objects.find(of, target) ?? objects.where(of, "name", target)[0])?.id;
  return { kind: of.kind, all: of.all, idOf };
}

function isMachine(kind: string): boolean {
  return machines.some((machine) => machine.kind === kind);
}

/** spec 1: whether a machine can be reached under the prefixes of the others is not shown. */
function reachingAll({ kind, purpose, handle }: Route, routes: readonly Route[]): Handler {
  return (call) => {
    const { world, target } = call;
    if (world.choice("machines.prefixes") === "apart" || purpose === "create") return handle(call);
    if (purpose === "list") return ok(machines.flatMap((machine) => machine.all(world)));
    for (const other of ownFirst(kind)) {
      const id = other.idOf(world, target);
      const theirs = routes.find((of) => of.kind === other.kind && of.purpose === purpose);
      if (id !== undefined && theirs !== undefined) return theirs.handle({ ...call, target: id });
    }
    return handle(call);
  };
}

function ownFirst(kind: string) {
  return machines.toSorted((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
}
