import type { ControlRoute } from "./route.ts";
import { billRoutes } from "./routes/bill.ts";
import { clockRoutes } from "./routes/clock.ts";
import { faultRoutes } from "./routes/faults.ts";
import { keyRoutes } from "./routes/keys.ts";
import { machineRoutes } from "./routes/machines.ts";
import { objectRoutes } from "./routes/objects.ts";
import { pageRoutes } from "./routes/page.ts";
import { projectRoutes } from "./routes/projects.ts";
import { savedRoutes } from "./routes/saved.ts";
import { settingRoutes } from "./routes/settings.ts";
import { trafficRoutes } from "./routes/traffic.ts";
import { worldRoutes } from "./routes/world.ts";

/** The control API, in the order of its documentation. */
export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...objectRoutes,
  ...pageRoutes,
  ...keyRoutes,
  ...projectRoutes,
  ...machineRoutes,
  // Before the bill, whose route for traffic has an id where these have a word.
  ...trafficRoutes,
  ...billRoutes,
  ...settingRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...savedRoutes,
];
