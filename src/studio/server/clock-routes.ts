/** The addresses of the demo's clock. */
import express, { Router } from "express";
import { z } from "zod";
import type { ClockChange, ClockSetting, ClockState } from "./clock-types.ts";
import { translateFor } from "./language.ts";

/** `years`: a date beyond those that there are; `busy`: somebody is being answered; `unsettled`: an order isn't settled yet. */
export type ClockRefusal = "years" | "busy" | "unsettled";

/** The clock of a world in which everything is made up. */
export interface DemoClock {
  state(): ClockState;
  /**
   * Sets the clock once no event is being processed.
   * @returns why it wasn't set; null when it was.
   */
  set(setting: ClockSetting): Promise<ClockRefusal | null>;
  /** @returns the function that ends it. */
  watch(listener: (change: ClockChange) => void): () => void;
}

const maxDays = 3660;
const setting = z.union(
  [
    z.strictObject({ local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) }),
    z.strictObject({ days: z.int().min(-maxDays).max(maxDays) }),
    z.strictObject({ real: z.literal(true) }),
  ],
  "a date and time, a number of days, or the real time",
) satisfies z.ZodType<ClockSetting>;

export function clockRoutes(clock: DemoClock) {
  const router = Router({ strict: true });
  router.get("/clock", (_request, response) => void response.json(clock.state()));
  router.post("/clock", express.json({ limit: "1kb" }), async (request, response) => {
    const read = setting.safeParse(request.body);
    if (!read.success) {
      response.status(400).json({ message: translateFor(request)("malformed") });
      return;
    }
    const refusal = await clock.set(read.data);
    if (refusal === null) response.json(clock.state());
    else response.status(422).json({ message: translateFor(request)(`clock.${refusal}`) });
  });
  return router;
}
