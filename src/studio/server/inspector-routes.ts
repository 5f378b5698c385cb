/** The addresses of the inspector: what went over the wires, and the switches. */
import express, { Router } from "express";
import { z } from "zod";
import type { Workbench } from "./inspector-types.ts";

const json = express.json({ limit: "1kb" });
const again = z.object({ how: z.enum(["redeliver", "wrong signature", "twice"]) });
const fault = z.object({ key: z.string().max(50), on: z.boolean() });

export function inspectorRoutes(bench: Workbench) {
  const router = Router({ strict: true });
  const missing = { message: "it isn't kept any more" };

  router.get("/inspections/:account/:chatId", (request, response) => {
    response.json({ inspections: bench.inspections(request.params), faults: bench.faults() });
  });
  router.post("/events/:id/again", json, async (request, response) => {
    const read = again.safeParse(request.body);
    if (!read.success) response.status(400).json({ message: "again, but how?" });
    else if (await bench.again(request.params.id, read.data.how)) response.json({});
    else response.status(404).json(missing);
  });
  router.post("/faults", json, (request, response) => {
    const read = fault.safeParse(request.body);
    if (!read.success) response.status(400).json({ message: "a fault's key, and on or not" });
    else if (bench.setFault(read.data.key, read.data.on)) response.json({});
    else response.status(404).json({ message: "there is no such fault" });
  });
  router.post("/people/:userId/forget", json, (request, response) => {
    bench.forget(request.params.userId);
    response.json({});
  });
  return router;
}
