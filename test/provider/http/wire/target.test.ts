import fc from "fast-check";
import { expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../../../contract/endpoints.ts";
import { isPathSegment } from "../../../../contract/ids.ts";
import { HostingError } from "../../../../provider/errors.ts";
import { isBelow, labelOf, renderTarget } from "../../../../provider/http/wire/target.ts";

const { portForward, projectMember, volume } = endpoints;

function codeOf(render: () => unknown): string | undefined {
  try {
    render();
  } catch (error) {
    return HostingError.isInstance(error) ? error.code : "another error";
  }
  return undefined;
}

test("a route's label keeps its placeholders", () => {
  expect(labelOf(volume.attach)).toBe("POST /v1/volumes/{volume_id}/attach");
});

test("placeholders and query are filled in", () => {
  expect(renderTarget(volume.create, {})).toBe("/v1/volumes");
  const member = { project_id: "proj_1", member_id: "me@example.com+x" };
  expect(renderTarget(projectMember.delete, { params: member })).toBe(
    "/v1/projects/proj_1/members/me%40example.com%2Bx",
  );
  const forward = { params: { name: "web" }, query: { protocol: "tcp&x=1", public_port: 8080 } };
  expect(renderTarget(portForward.delete, forward)).toBe(
    "/api/v1/instances/web/ports?protocol=tcp%26x%3D1&public_port=8080",
  );
});

test.each(["", ".", "..", "a/b", "%2e%2e", "a\r\nb", "a?b", "a#b", "a\\b", "x".repeat(300)])(
  "%j does not become a path segment",
  (name) => {
    const render = () => renderTarget(portForward.list, { params: { name } });
    expect(codeOf(render)).toBe("input");
    expect(render).toThrow("GET /api/v1/instances/{name}/ports was not sent");
  },
);

test("any text is refused or stays one segment of the same route", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webSegment()), (name) => {
      if (!isPathSegment(name)) return;
      const target = renderTarget(portForward.list, { params: { name } });
      expect(new URL(target, "https://host").pathname.split("/")).toHaveLength(6);
      expect(decodeURIComponent(target)).toBe(`/api/v1/instances/${name}/ports`);
    }),
  );
});

test("a placeholder without a value is our mistake, in an assumed route the setting's", () => {
  const assumed: Endpoint = { ...volume.attach, standing: "assumed" };
  expect(codeOf(() => renderTarget(volume.attach, {}))).toBe("bug");
  expect(codeOf(() => renderTarget(assumed, {}))).toBe("settings");
});

test.each(["/../api/v1/instances", "//evil.example", "/a b", "/a?b", "/\u0000"])(
  "the assumed route %j is refused",
  (path) => {
    const assumed: Endpoint = { ...volume.create, path, standing: "assumed" };
    expect(codeOf(() => renderTarget(assumed, {}))).toBe("settings");
    expect(codeOf(() => renderTarget({ ...assumed, standing: "documented" }, {}))).toBe("bug");
  },
);

test("a target stays below its own prefix only", () => {
  expect(isBelow("/v1", "/v1/volumes?x=/../")).toBe(true);
  expect(isBelow("/v1", "/api/v1/volumes")).toBe(false);
  expect(isBelow("/v1", "/v10/volumes")).toBe(false);
});
