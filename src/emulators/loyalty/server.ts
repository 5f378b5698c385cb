/** HTTP server of the loyalty emulator: routes made from the contract, authentication, validation, error responses. */
import { createHash, randomUUID } from "node:crypto";
import express, { type Express, type Request, type Response } from "express";
import type { z } from "zod";
import type { Clock } from "../../clock.ts";
import {
  apiVersions,
  contract,
  type Operation,
  type OperationName,
  operationNames,
  pathIn,
} from "../../loyalty/contract.ts";
import type { Log } from "../../observability/log.ts";
import { ApiError } from "./api-error.ts";
import type { Behaviour } from "./behaviours/behaviour.ts";
import type { Business, Context, Platform } from "./context.ts";
import type { FaultSwitches } from "./faults.ts";
import { describeApi } from "./openapi.ts";
import { operations, tokenOperations } from "./operations.ts";
import { pageRoutes } from "./pages.ts";
import { pictureRoutes } from "./pictures.ts";
import type { RequestLog } from "./request-log.ts";
import type { Claims, SignIn } from "./sign-in.ts";

interface Dependencies {
  platform: Platform;
  signIn: SignIn;
  clock: Clock;
  log: Log;
  requests: RequestLog;
  faults: FaultSwitches;
  behaviour: Behaviour;
}

interface OperationResult {
  body: string;
  replayed: boolean;
}

export function createServer(parts: Dependencies): Express {
  const app = express().disable("x-powered-by").disable("etag").set("trust proxy", "loopback");
  app.use(pictureRoutes());
  app.use(pageRoutes(parts.platform, parts.clock));
  app.get("/openapi.json", (_, response) => {
    response.json(describeApi(`${parts.platform.origin}/api`));
  });
  app.use((_, response, next) => {
    response.set("X-Request-Id", randomUUID());
    response.set("Date", new Date(parts.clock.now()).toUTCString());
    next();
  });
  app.use(express.json({ limit: "2mb", strict: false, type: () => true }));
  for (const name of literalPathsFirst()) {
    const { method } = contract[name];
    app[lower(method)](pathsOf(name), (request, response) => serve(name, request, response, parts));
  }
  app.use(() => {
    throw new ApiError("NOT_FOUND", "no such operation");
  });
  app.use(handleError(parts.log));
  return app;
}

/**
 * The paths of an operation in both groups, for base addresses with `/api` at their end and without.
 * `/api/api` also precedes paths that don't repeat it.
 */
function pathsOf(name: OperationName): string[] {
  const paths = apiVersions.flatMap((version) => {
    const path = pathIn(version, contract[name].path).replaceAll(/\{([^{}]*)\}/g, ":$1");
    return [path, `/api${path}`, `/api/api${path.replace(/^\/api/, "")}`];
  });
  return [...new Set(paths)];
}

/** Sorted so that a literal path precedes one with a placeholder that would match it. */
function literalPathsFirst(): OperationName[] {
  return operationNames.toSorted((a, b) => (contract[a].path < contract[b].path ? -1 : 1));
}

const lower = (method: Operation["method"]) =>
  method.toLowerCase() as Lowercase<Operation["method"]>;

async function serve(
  name: OperationName,
  request: Request,
  response: Response,
  parts: Dependencies,
) {
  const now = parts.clock.now();
  const logged = {
    at: now,
    operation: name,
    requestId: response.get("X-Request-Id")!,
    status: null as number | null,
    replayed: false,
  };
  parts.requests.add(logged);
  response.once("finish", () => (logged.status = response.statusCode));
  if (await parts.faults.before(name, request, response)) return;
  await parts.behaviour.begin?.(name, request.query);

  const { auth, status, input: schema } = contract[name] as Operation;
  const claims = auth === "none" ? null : await authenticate(request, auth, parts.signIn);
  const input = {
    ...parseInput(schema.path, request.params),
    ...parseInput(schema.query, request.query),
    ...parseInput(schema.body, Object.keys(schema.body.shape).length > 0 ? request.body : {}),
  };
  const { platform, signIn, behaviour } = parts;
  const caller = { ...platform, signIn, behaviour, now, claims };
  const { body, replayed } = await runOperation(name, input, caller);
  logged.replayed = replayed;
  if (replayed) response.set("Idempotent-Replayed", "true");
  response.status(status).type("json");
  if (!parts.faults.after(name, response)) response.send(body);
}

async function runOperation(
  name: OperationName,
  input: object,
  caller: Platform & {
    signIn: SignIn;
    behaviour: Behaviour;
    now: number;
    claims: Claims | null;
  },
): Promise<OperationResult> {
  if (name in tokenOperations) {
    const issue = tokenOperations[name as keyof typeof tokenOperations];
    return { body: JSON.stringify(await issue(input as never, caller)), replayed: false };
  }
  const { claims, database, random, origin, now } = caller;
  const business = database.get<Business>(
    "SELECT * FROM business WHERE code = ?",
    String(claims?.biz),
  );
  if (!business) throw unauthorized();
  const context: Context = { database, random, origin, now, business };
  const perform = (given: object) =>
    operations[name as keyof typeof operations](given as never, context);
  if (contract[name].method !== "GET") return runOnce(name, input, context, () => perform(input));
  const version = () => `${business.id} ${database.version()}`;
  const reads = { read: perform, version };
  const answer = caller.behaviour.respond?.(name, input, reads) ?? perform(input);
  return { body: JSON.stringify(answer), replayed: false };
}

const flows = {
  token: ["direct", "exchange"],
  exchange: ["exchange"],
  management: ["management"],
} as const;

async function authenticate(
  request: Request,
  auth: keyof typeof flows,
  signIn: SignIn,
): Promise<Claims> {
  const token = /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
  const claims = token === undefined ? null : await signIn.verify(token);
  const accepted: readonly string[] = flows[auth];
  if (!claims || !accepted.includes(claims.flow)) throw unauthorized();
  return claims;
}

const unauthorized = () => new ApiError("UNAUTHORIZED", "authorization failed");

function parseInput(schema: z.ZodObject, value: unknown): object {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    field: path.join("."),
    message,
  }));
  throw new ApiError("BAD_REQUEST", "the request is malformed", { errors });
}

/** SQLite's error code for a lock that another process holds too long. */
const sqliteBusy = 5;

function handleError(log: Log) {
  return (thrown: unknown, _: Request, response: Response, next: (error: unknown) => void) => {
    if (response.headersSent) return next(thrown);
    const refusal = toApiError(thrown);
    if (!refusal) log.error({ err: thrown }, "loyalty emulator failed");
    const status = requestErrorStatus(thrown) ?? refusal?.status ?? 500;
    const { retryAfter, ...facts } = refusal?.facts ?? {};
    if (retryAfter !== undefined) response.set("Retry-After", String(retryAfter));
    response.status(status).json({
      status,
      code: refusal?.code ?? "INTERNAL",
      message: refusal?.message ?? "internal error",
      request_id: response.get("X-Request-Id"),
      ...facts,
    });
  };
}

function toApiError(thrown: unknown): ApiError | null {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof Error && "errcode" in thrown && thrown.errcode === sqliteBusy)
    return new ApiError("BUSY", "another writer is at work", { retryAfter: 1 });
  return requestErrorStatus(thrown) === null
    ? null
    : new ApiError("BAD_REQUEST", "the request can't be read");
}

/** The 4xx status of Express's own errors, such as for a body that isn't JSON; null for other errors. */
function requestErrorStatus(thrown: unknown): number | null {
  if (thrown instanceof ApiError || !(thrown instanceof Error) || !("status" in thrown))
    return null;
  const { status } = thrown;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}

// Makes writes with a `ref_id` idempotent: stores the response and returns it again for a repeated call.

/**
 * Runs `work` in one write transaction, or returns the stored response. A refusal isn't stored.
 * @param input the parsed input, without fields unknown to the contract.
 * @returns the response as JSON text, and whether it is a stored one.
 * @throws {ApiError} `REF_REUSED` when the `ref_id` was used with another input.
 */
function runOnce(
  operation: OperationName,
  input: object,
  { database, business }: Context,
  work: () => unknown,
): { body: string; replayed: boolean } {
  return database.write(() => {
    const refId = "ref_id" in input && typeof input.ref_id === "string" ? input.ref_id : null;
    if (refId === null) return { body: JSON.stringify(work()), replayed: false };
    const hash = createHash("sha256").update(canonical(input)).digest("hex");
    const stored = database.get<{ request_hash: string; body: string }>(
      "SELECT request_hash, body FROM answer WHERE business_id = ? AND operation = ? AND ref_id = ?",
      business.id,
      operation,
      refId,
    );
    if (stored && stored.request_hash !== hash)
      throw new ApiError("REF_REUSED", "this ref_id came with another body before");
    if (stored) return { body: stored.body, replayed: true };
    const body = JSON.stringify(work());
    database.run(
      "INSERT INTO answer (business_id, operation, ref_id, request_hash, body) VALUES (?, ?, ?, ?, ?)",
      business.id,
      operation,
      refId,
      hash,
      body,
    );
    return { body, replayed: false };
  });
}

/** JSON with sorted keys: equal content gives equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
