import type { Props } from "../../../../provider/definition/session.ts";
import { declared } from "../../../support/session.ts";
import { definitionOf } from "../../../support/session-inputs.ts";
import { json, lost, openStage } from "../stage.ts";
import type { ErrorCase } from "./error-case.ts";
import {
  balancer,
  balancerId,
  balancerType,
  container,
  containerType,
  made,
  volume,
  volumeId,
  volumeType,
} from "./objects.ts";

/** Failures of code `input`. */
export function inputCases(): readonly ErrorCase[] {
  const diff = (type: string, change: { id: string; state: Props; inputs: Props }) => () =>
    openStage().diff(type, change);
  return [
    {
      title: "Protected data would be lost",
      cause: "The change replaces what holds data, and the new one begins empty.",
      wayOut: "Undo the change; or allow the loss, and the old one goes with its data.",
      play: diff(volumeType, {
        id: volumeId,
        state: volume,
        inputs: { ...volume, region: "us-east" },
      }),
    },
    {
      title: "`adopt` names the object that would be replaced",
      cause:
        "An input changed that replaces the object, and `adopt` says that it is to be that very one.",
      wayOut: "Remove `adopt` once the object is in the stack.",
      play: diff(balancerType, {
        id: balancerId,
        state: balancer,
        inputs: { ...balancer, region: "us-east", adopt: balancerId },
      }),
    },
    {
      title: "Adoption of something else",
      cause: "What `adopt` names has another value in an input that no update changes.",
      wayOut: "Write the value that is there into the program, or name another object.",
      play: () =>
        openStage({ [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, size_gb: 20 }) }).create(
          volumeType,
          { ...volume, region: "us-east", adopt: volumeId },
        ),
    },
    {
      title: "What a killed run made is not what the program says now",
      cause:
        "The name is that of an object which an interrupted create made, and an input that no update changes is another one since.",
      wayOut: "Go back to the value that is there, or delete the object by hand.",
      play: () => {
        const made = json(200, { name: "web", image: "debian/12", status: "running" });
        return openStage({
          "GET /api/v1/instances": [json(200, []), json(200, [{ name: "web" }])],
          "GET /api/v1/instances/web": made,
          "POST /api/v1/instances": lost,
        }).create(containerType, container);
      },
    },
    {
      title: "A killed run made what has the name",
      cause:
        "A create of this declaration was interrupted, and its inputs changed before the next run, so the two are not the same create.",
      wayOut: "Delete what it made, or adopt it.",
      play: () => {
        const {
          context: { journal },
          intentOf,
        } = openStage();
        journal.made(intentOf(containerType, { ...container, image: "debian/12" }), "web");
        const found = json(200, [{ name: "web", status: "running" }]);
        const next = openStage({ "GET /api/v1/instances": found }, { journal });
        return next.create(containerType, container);
      },
    },
    {
      title: "An earlier run made it, and a state has it",
      cause:
        "A replacement by hand right after the first `up`, a state that was lost, or a new stack with the name of one that was renamed: nothing tells these apart.",
      wayOut: "Run a refresh in the stack that has it; adopt it where none has it.",
      play: () => {
        const {
          context: { journal },
          intentOf,
        } = openStage();
        const intent = intentOf(containerType, container);
        journal.made(intent, "web");
        journal.told({ type: "container", id: "web" });
        journal.handedOver();
        const found = json(200, [{ name: "web", status: "running" }]);
        const next = openStage({ "GET /api/v1/instances": found }, { journal });
        return next.create(containerType, container);
      },
    },
    {
      title: "A killed run was adopting it for another resource",
      cause: "The resource was renamed with `adopt`, and nothing tells which of the two has it.",
      wayOut:
        "Look whether the stack has it by its new name: a refresh settles it. Else delete it by hand.",
      play: () => adoptedElsewhere({ isOpen: true }).remove(volumeType, volumeId, volume),
    },
    {
      title: "Another resource adopted what is to make room",
      cause:
        "Two resources of the program, or one and its new name, have one object, and the replacement needs its name.",
      wayOut: "Give one of them another name, or settle who has it before the change.",
      play: async () => {
        const stage = adoptedElsewhere({ isOpen: false });
        const inputs = { ...container, image: "debian/12" };
        await stage.diff(containerType, { id: "web", state: container, inputs });
        return stage.remove(containerType, "web", container);
      },
    },
    {
      title: "Another resource's `adopt` names what is to go",
      cause:
        "What `adopt` names is adopted by a create alone: its resource has another object already, or could not adopt it.",
      wayOut: "Let that resource go of what it has, or correct its `adopt`.",
      play: () => {
        const stage = openStage();
        const inputs = declared({ ...volume, adopt: volumeId }, "store");
        stage.context.declared.noteChecked({ definition: definitionOf(volumeType), inputs });
        return stage.remove(volumeType, volumeId, volume);
      },
    },
    {
      title: "Named as deleted by hand, and there",
      cause: "`HOSTING_DELETED_BY_HAND` names an object that the platform shows.",
      wayOut: "Delete it in the console, or leave the setting out.",
      play: () =>
        openStage(
          { [`GET /v1/volumes/${volumeId}`]: json(200, { ...made, size_gb: 20 }) },
          { deletedByHand: [`Volume:${volumeId}`] },
        ).remove(volumeType, volumeId, volume),
    },
    {
      title: "The last owner would go",
      cause: "A member whose role is owner is removed, and nothing says that this is meant.",
      wayOut: "Say so for this run, as the message shows, or keep the owner.",
      play: () =>
        openStage().remove("access:ProjectMember", "proj_shop/usr_7c1e", {
          projectId: "proj_shop",
          email: "ada@shop.example",
          role: "owner",
        }),
    },
    {
      title: "The name is taken",
      cause:
        "Another object has the name, which the list of its kind showed before anything was sent.",
      wayOut:
        "Give another name or leave it out; take the object over; or, where it is the one to be replaced, let it go first. Where an interrupted run of this declaration made it, the message says so.",
      play: () =>
        openStage({
          "GET /api/v1/instances": json(200, [{ name: "web", status: "running" }]),
        }).create(containerType, container),
    },
    {
      title: "Another resource of the stack has the name",
      cause:
        "It got another name in the program by an alias, and what took its place is given the same name.",
      wayOut: "Give one of them a name of its own.",
      play: () => {
        const named = json(200, [{ name: "web", status: "running" }]);
        const { context, create } = openStage({ "GET /api/v1/instances": named });
        const holder = { declaration: "another one", subject: 'container "front"' };
        const held = { id: "web", props: container };
        context.memory.noteHolder(definitionOf(containerType), held, holder);
        return create(containerType, container);
      },
    },
  ];
}

/** A stack whose object another declaration adopted. */
function adoptedElsewhere({ isOpen }: { isOpen: boolean }) {
  const { journal } = openStage().context;
  const adoptersOf: typeof journal.adoptersOf = (object) => [
    {
      ...object,
      declaration: "another one",
      subject: `${object.type === volumeType ? "volume" : "container"} "renamed"`,
      isOpen,
      isOfRun: false,
    },
  ];
  return openStage({}, { journal: Object.assign(journal, { adoptersOf }) });
}
