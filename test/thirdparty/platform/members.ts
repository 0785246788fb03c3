import { changed, created, gone, one, time } from "./answer.ts";
import {
  type Area,
  type Call,
  conflict,
  missing,
  type Need,
  parameter,
  type Reply,
  type Route,
} from "./call.ts";
import { Form } from "./form.ts";
import { open } from "./open.ts";
import { listed } from "./paging.ts";
import { type Fields, type Platform, type Thing, text } from "./store.ts";

const ROLES = ["owner", "admin", "developer", "viewer"];
const READ: Need = { scope: "*", level: "Read" };

/** §5: Admin covers "team members". */
const MANAGE: Need = { scope: "*", level: "Admin" };

function isInvited(thing: Thing): boolean {
  return typeof thing.fields["invitation_expires"] === "number";
}

function view(platform: Platform, thing: Thing): Fields {
  const { words } = platform.choices;
  const expires = thing.fields["invitation_expires"];
  const body: Fields = { email: thing.fields["email"], role: thing.fields["role"] };
  if (typeof expires !== "number") return { ...body, status: words.accepted };
  const status = expires <= platform.now() ? words.expired : words.invited;
  return { ...body, status, expires_at: time(expires) };
}

const AREA: Area = {
  kind: "member",
  singular: "member",
  plural: "members",
  label: "member",
  view,
  brief: ["email", "role"],
};

/** Another organization's project is as unknown as one that is not there (§7.2). */
function projectOf(call: Call): string {
  const project = parameter(call, "project");
  const own =
    call.organization === "own" ? call.platform.projects.own : call.platform.projects.other;
  if (project !== own) throw missing("project", project);
  return project;
}

function membersOf(call: Call): Thing[] {
  const project = projectOf(call);
  return call.platform
    .of("member", call.organization)
    .filter((thing) => thing.fields["project_id"] === project);
}

function memberOf(call: Call): Thing {
  const id = parameter(call, "key");
  for (const thing of membersOf(call)) {
    const isManaged = !isInvited(thing) || call.platform.choices.invitationsManaged;
    if (thing.id === id && isManaged) return thing;
  }
  throw missing("member", id);
}

/** What reads show. */
function isShown(call: Call, thing: Thing): boolean {
  return !(call.platform.choices.invitationsHidden && isInvited(thing));
}

function shownMember(call: Call): Thing {
  const thing = memberOf(call);
  if (!isShown(call, thing)) throw missing("member", thing.id);
  return thing;
}

function invite(call: Call): Reply {
  const { platform } = call;
  const { emailSpelling, invitationId } = platform.choices;
  const project = projectOf(call);
  const form = new Form(call, "member");
  // §2.12: the e-mail is marked as required, the role is not.
  const given = form.text("email", { required: true }) ?? "";
  if (given !== "" && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(given))
    form.problem("email must be an e-mail address");
  const role = form.text("role", { oneOf: ROLES }) ?? "viewer";
  form.strict();
  form.done();
  const email = emailSpelling === "lower" ? given.toLowerCase() : given;
  const twin = membersOf(call).find(
    (thing) => text(thing.fields["email"]).toLowerCase() === email.toLowerCase(),
  );
  const lapsed = twin?.fields["invitation_expires"];
  if (twin !== undefined && typeof lapsed === "number" && lapsed <= platform.now())
    platform.drop(twin);
  else if (twin !== undefined) throw conflict(call, `member ${email} is already invited`);
  // §8: an invitation is good for 48 hours.
  const fields: Fields = {
    project_id: project,
    email,
    role,
    invitation_expires: platform.now() + 48 * 3_600_000,
  };
  const id = invitationId === "inv" ? { id: `inv_${platform.dice.word(12)}` } : {};
  return created(call, AREA, {
    thing: platform.add({
      kind: "member",
      organization: call.organization,
      name: email,
      fields,
      ...id,
    }),
  });
}

/** Somebody follows the link in his mail. Where the invitation had a separate id, the member gets another one. */
export function accept(platform: Platform, thing: Thing): void {
  const { invitation_expires: expires, ...fields } = thing.fields;
  if (typeof expires !== "number" || expires <= platform.now()) return;
  if (thing.id.startsWith("usr_")) {
    thing.fields = fields;
    return;
  }
  platform.drop(thing);
  platform.add({ kind: "member", organization: thing.organization, name: thing.name, fields });
}

function update(call: Call): Reply {
  const thing = memberOf(call);
  const form = new Form(call, "member");
  const role = form.text("role", { required: true, oneOf: ROLES });
  form.strict();
  form.done();
  thing.fields["role"] = role;
  return changed(call, AREA, { thing });
}

function remove(call: Call): Reply {
  const thing = memberOf(call);
  call.platform.drop(thing);
  return gone(call, AREA, thing);
}

export function memberRoutes(platform: Platform): Route[] {
  const base = "/v1/projects/:project/members";
  const need = MANAGE;
  return [
    { method: "POST", path: base, need, run: invite },
    { method: "PATCH", path: `${base}/:key`, need, run: update },
    { method: "DELETE", path: `${base}/:key`, need, run: remove },
    ...open(
      platform,
      { name: "member.list", base },
      {
        need: READ,
        run: (call) =>
          listed(
            call,
            AREA,
            membersOf(call).filter((thing) => isShown(call, thing)),
          ),
      },
    ),
    ...open(
      platform,
      { name: "member.get", base },
      { need: READ, run: (call) => one(call, AREA, shownMember(call)) },
    ),
  ];
}
