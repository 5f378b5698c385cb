/** Fault switches of the loyalty emulator: errors, delays and lost responses of its API. */
import express, { type Request, type Response, type Express } from "express";
import { z } from "zod";
import { type Clock, pause } from "../../clock.ts";
import { type OperationName, operationNames } from "../../loyalty/contract.ts";
import { ApiError } from "./api-error.ts";

const scope = {
  /** The operation it applies to (default: all). */
  operation: z.enum(operationNames).optional(),
  /** The number of calls it applies to (default: all until cleared). */
  times: z.int().min(1).optional(),
};

/** A fault, also as JSON for the admin interface. */
export const faultSchema = z.discriminatedUnion("kind", [
  /** Responds `ms` later. */
  z.strictObject({ kind: z.literal("latency"), ms: z.int().min(0).max(600_000), ...scope }),
  /** Responds with 500 to every n-th call without performing it. */
  z.strictObject({ kind: z.literal("error"), every: z.int().min(1).default(1), ...scope }),
  /** Performs the call, and closes the connection instead of responding. */
  z.strictObject({ kind: z.literal("lost-answer"), ...scope }),
  /** Refuses every token. */
  z.strictObject({ kind: z.literal("unauthorized"), ...scope }),
  /** Responds with 429; `Retry-After` in seconds. */
  z.strictObject({
    kind: z.literal("rate-limit"),
    retryAfter: z.int().min(0).default(1),
    ...scope,
  }),
  /** Performs the call, and responds without a body. */
  z.strictObject({ kind: z.literal("empty-body"), ...scope }),
  /** Responds with 502 and an HTML page, like a proxy. */
  z.strictObject({ kind: z.literal("html-page"), ...scope }),
  /** Never responds and leaves the connection open. */
  z.strictObject({ kind: z.literal("silence"), ...scope }),
  /** The search for members finds nobody by LINE user id; with `ids`, nor by uuid. */
  z.strictObject({
    kind: z.literal("blind-search"),
    to: z.enum(["lineId", "ids"]).default("lineId"),
    ...scope,
  }),
]);

export type Fault = z.input<typeof faultSchema>;
type ActiveFault = z.output<typeof faultSchema>;

export interface Faults {
  /** Adds a fault to those that are on. */
  add(fault: Fault): void;
  /** Removes all faults; calls that already got no response never get one. */
  clear(): void;
  list(): readonly Fault[];
}

export interface FaultSwitches extends Faults {
  /** Applies the faults that precede the operation. @returns whether the operation must not run. */
  before(operation: OperationName, request: Request, response: Response): Promise<boolean>;
  /** Applies the fault that replaces the response. @returns whether there was one. */
  after(operation: OperationName, response: Response): boolean;
}

type Moment = "before" | "after";
const moments: Record<ActiveFault["kind"], Moment> = {
  latency: "before",
  error: "before",
  "lost-answer": "after",
  unauthorized: "before",
  "rate-limit": "before",
  "empty-body": "after",
  "html-page": "before",
  silence: "before",
  "blind-search": "before",
};

const searchedId = {
  lineId: /(?<=[?&]search=)U[\da-f]{32}(?=&|$)/,
  ids: /(?<=[?&]search=)(U[\da-f]{32}|[\da-f-]{36})(?=&|$)/,
};

export function createFaults(clock: Clock): FaultSwitches {
  let active: { fault: ActiveFault; calls: number }[] = [];

  /** The faults that apply to this call; counts the call for each of them. */
  function takeMatching(operation: OperationName, moment: Moment): ActiveFault[] {
    const matching = active.filter(
      ({ fault }) => moments[fault.kind] === moment && (fault.operation ?? operation) === operation,
    );
    for (const entry of matching) entry.calls += 1;
    active = active.filter(({ fault, calls }) => fault.times === undefined || calls < fault.times);
    return matching
      .filter(({ fault, calls }) => fault.kind !== "error" || calls % fault.every === 0)
      .map(({ fault }) => fault);
  }

  return {
    add: (fault) => void active.push({ fault: faultSchema.parse(fault), calls: 0 }),
    clear: () => void (active = []),
    list: () => active.map(({ fault }) => fault),
    async before(operation, request, response) {
      for (const fault of takeMatching(operation, "before")) {
        if (fault.kind === "latency") await pause(clock, fault.ms);
        if (fault.kind === "error") {
          response.status(500).json({ status: 500, message: "a fault switch is on" });
          return true;
        }
        if (fault.kind === "unauthorized" && request.get("authorization") !== undefined)
          throw new ApiError("UNAUTHORIZED", "authorization failed");
        if (fault.kind === "rate-limit")
          throw new ApiError("RATE_LIMITED", "too many calls", { retryAfter: fault.retryAfter });
        if (fault.kind === "html-page") {
          response.status(502).type("html").send("<!doctype html><h1>502 Bad Gateway</h1>");
          return true;
        }
        if (fault.kind === "silence") return true;
        if (fault.kind === "blind-search") {
          request.url = request.url.replace(searchedId[fault.to], "-");
        }
      }
      return false;
    },
    after(operation, response) {
      const [fault] = takeMatching(operation, "after");
      if (fault?.kind === "lost-answer") response.socket?.destroy();
      if (fault?.kind === "empty-body") response.end();
      return fault !== undefined;
    },
  };
}

// HTTP interface to the loyalty emulator's fault switches, for processes of the same machine only.

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * `GET /faults` lists, `POST /faults` adds, `DELETE /faults` clears. The caller must bind the app to a
 * loopback address. Requests of other origins or with another host name are answered with 403.
 */
export function createAdminApp(faults: Faults): Express {
  const app = express().disable("x-powered-by").set("trust proxy", "loopback");
  app.use((request, response, next) => {
    const origin = request.get("origin");
    const own = origin === undefined || origin === `http://${request.get("host")}`;
    if (loopback.has(hostName(request.get("host"))) && own) next();
    else response.status(403).json({ message: "only this machine may switch faults" });
  });
  app.use(express.json());
  app
    .route("/faults")
    .get((_, response) => void response.json(faults.list()))
    .post((request, response) => {
      const parsed = faultSchema.safeParse(request.body);
      if (parsed.success) faults.add(parsed.data);
      response
        .status(parsed.success ? 201 : 400)
        .json(parsed.success ? faults.list() : { errors: parsed.error.issues });
    })
    .delete((_, response) => {
      faults.clear();
      response.json(faults.list());
    });
  return app;
}

function hostName(host = ""): string {
  return host.replace(/:\d+$/, "").toLowerCase();
}
