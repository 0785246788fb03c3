import { z } from "zod";
import type { ControlRoute } from "../route.ts";

const NewProject = z.strictObject({ name: z.string().min(1), id: z.string().exactOptional() });

/** The API shows no call that makes a project (spec 4.2). */
export const projectRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/projects",
    about: "The projects, oldest first.",
    example: {},
    run: (platform) => platform.projects(),
  },
  {
    method: "POST",
    path: "/projects",
    about: "Makes a project. `id` is optional, like `proj_shop`.",
    example: { body: { name: "shop", id: "proj_shop" } },
    run: (platform, { body }) => {
      const { name, ...options } = body(NewProject);
      return platform.createProject(name, options);
    },
  },
];
