/**
 * A Hono app that answers and checks what the platform does for floating IPs, and nothing else: no keys,
 * no file, no log. Prints its address as JSON.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";

const Reservation = z.strictObject({ region: z.string().min(1) });
const floatingIps = new Map();
const app = new Hono();

app.get("/v1/volumes", (context) => context.json([]));
app.get("/v1/floating-ips/:id", (context) => {
  const found = floatingIps.get(context.req.param("id"));
  if (found === undefined) return context.json({ error: "floating IP not found" }, 404);
  return context.json(found);
});
app.post("/v1/floating-ips", async (context) => {
  const checked = Reservation.safeParse(await context.req.json());
  if (!checked.success) return context.json({ error: checked.error.message }, 422);
  const id = `fip_${floatingIps.size}`;
  const made = { id, ip: "198.18.0.1", region: checked.data.region, instance_id: null };
  floatingIps.set(id, made);
  return context.json(made, 201);
});

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
  process.send({ url: `http://127.0.0.1:${port}`, rootKey: "none", controlToken: "none" });
});
// Whoever started it is gone.
process.on("disconnect", () => process.exit());
