/** Fault switches of the LINE emulator: errors, delays and lost responses of its API. */
import express, { Router } from "express";
import { z } from "zod";

/** Groups of API operations that a fault applies to. */
const callKinds = [
  "reply",
  "push",
  "multicast",
  "broadcast",
  "profile",
  "loading",
  "info",
  "quota",
  "webhook",
  "validate",
  "mark_as_read",
  "rich_menu",
  "content",
  "group",
  "token",
] as const;
export type CallKind = (typeof callKinds)[number];

const answers = ["slow", "silent", "cut", "invalid_reply_token", 400, 401, 403, 429, 500] as const;

/** A fault, also as JSON for the fault address. */
const faultSchema = z.strictObject({
  /** `all`: every operation. */
  call: z.enum(["all", ...callKinds]),
  /**
   * `slow` responds after `ms` on the clock, `silent` never, `cut` closes the socket;
   * a number is a status; `invalid_reply_token` responds with 400 as for a used or expired token.
   */
  answer: z.literal(answers),
  /** Whether the call takes effect nevertheless; always for `slow`. */
  takesEffect: z.boolean().optional(),
  /** The delay of `slow` in milliseconds (default 3000). */
  ms: z.int().min(0).max(600_000).optional(),
  /** How many calls it applies to (default: all). */
  times: z.int().min(1).optional(),
});

export type LineFault = Readonly<z.infer<typeof faultSchema>>;

/**
 * Reads faults as they are written on the command line: `reply:500`, or `push:429:2` for the first two calls, with
 * commas between several.
 * @returns null for what isn't one.
 */
export function parseFaults(text: string): LineFault[] | null {
  const faults = text.split(",").map((one) => {
    const [call, answer = "", times, ...rest] = one.trim().split(":");
    if (rest.length > 0) return null;
    const read = faultSchema.safeParse({
      call,
      answer: /^\d+$/.test(answer) ? Number(answer) : answer,
      ...(times !== undefined && { times: Number(times) }),
    });
    return read.success ? read.data : null;
  });
  return faults.includes(null) ? null : faults.filter((fault) => fault !== null);
}

export interface Faults {
  /** Adds a fault after those that are on. @returns a function that removes it. */
  add(fault: LineFault): () => void;
  /** The first fault for this call, if any; uses up one of its times. */
  match(call: CallKind): LineFault | undefined;
  readonly active: readonly LineFault[];
  /** Resolves with the next fault that `match` returns. */
  nextMatch(): Promise<LineFault>;
  clear(): void;
}

export function createFaults(): Faults {
  let active: { fault: LineFault; left: number }[] = [];
  const waiting: ((fault: LineFault) => void)[] = [];
  return {
    add(fault) {
      const entry = { fault, left: fault.times ?? Infinity };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    match(call) {
      const entry = active.find(({ fault }) => fault.call === call || fault.call === "all");
      if (!entry) return undefined;
      entry.left -= 1;
      if (entry.left <= 0) active = active.filter((other) => other !== entry);
      for (const resolve of waiting.splice(0)) resolve(entry.fault);
      return entry.fault;
    },
    nextMatch() {
      const { promise, resolve } = Promise.withResolvers<LineFault>();
      waiting.push(resolve);
      return promise;
    },
    get active() {
      return active.map(({ fault }) => fault);
    },
    clear() {
      active = [];
    },
  };
}

// The address by which programs of this machine switch the LINE emulator's faults.

/**
 * `GET /faults` lists all that are on, `POST /faults` adds one, `DELETE /faults` ends those that were added so: those
 * of the studio's switches stay. Mount it behind the check of the request's origin.
 */
export function faultRoutes(faults: Faults): Router {
  const added: (() => void)[] = [];
  const router = Router({ strict: true });
  router
    .route("/faults")
    .get((_request, response) => void response.json(faults.active))
    .post(express.json(), (request, response) => {
      const read = faultSchema.safeParse(request.body);
      if (read.success) added.push(faults.add(read.data));
      response
        .status(read.success ? 201 : 400)
        .json(read.success ? faults.active : { errors: read.error.issues });
    })
    .delete((_request, response) => {
      for (const end of added.splice(0)) end();
      response.json(faults.active);
    });
  return router;
}
