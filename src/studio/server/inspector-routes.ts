/** The addresses of the inspector: what went over the wires, and the switches. */
import express, { Router, type Response } from "express";
import { z } from "zod";
import type { EventRecorder } from "./event-recorder.ts";
import { harOf } from "./har.ts";
import { jsonInSlices } from "./json-in-slices.ts";
import { translateFor } from "./language.ts";

const json = express.json({ limit: "1kb" });
const redelivery = z.object({ how: z.enum(["redeliver", "wrong signature", "twice"]) });
/** As many as are kept. */
const wanted = z.object({ ids: z.array(z.string().max(50)).max(2000) });
const fault = z.object({ key: z.string().max(50), on: z.boolean() });

const missing = (response: Response) =>
  void response.status(404).json({ message: translateFor(response.req)("inspector.gone") });

export function inspectorRoutes(recorder: EventRecorder) {
  const router = Router({ strict: true });

  const faults = () => JSON.stringify(recorder.faults());
  router.get("/inspections/:account/:chatId", async (request, response) => {
    const shown = await jsonInSlices(recorder.inspections(request.params));
    response.type("json").send(`{"inspections":${shown},"faults":${faults()}}`);
  });
  router.post("/events/:id/again", json, async (request, response) => {
    const read = redelivery.safeParse(request.body);
    if (!read.success) response.status(400).json({ message: translateFor(request)("malformed") });
    else if (await recorder.redeliver(request.params.id, read.data.how)) response.json({});
    else missing(response);
  });
  router.get("/deliveries", async (_request, response) => {
    const shown = await jsonInSlices(recorder.deliveries());
    response.type("json").send(`{"deliveries":${shown},"faults":${faults()}}`);
  });
  router.get("/deliveries/:id", (request, response) => {
    const found = recorder.inspection(request.params.id);
    if (found) response.json(found);
    else missing(response);
  });
  router.post("/deliveries/har", express.json({ limit: "150kb" }), async (request, response) => {
    const read = wanted.safeParse(request.body);
    if (read.success) response.type("json").send(await harOf(recorder.recorded(read.data.ids)));
    else response.status(400).json({ message: translateFor(request)("malformed") });
  });
  router.post("/faults", json, (request, response) => {
    const read = fault.safeParse(request.body);
    if (!read.success) response.status(400).json({ message: translateFor(request)("malformed") });
    else if (recorder.setFault(read.data.key, read.data.on)) response.json({});
    else response.status(404).json({ message: translateFor(request)("malformed") });
  });
  const { forget } = recorder;
  if (forget) {
    router.post("/people/:userId/forget", json, (request, response) => {
      forget(request.params.userId);
      response.json({});
    });
  }
  return router;
}
