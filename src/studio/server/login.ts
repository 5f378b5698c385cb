/** Who uses the studio: the operator by a password, staff by a one-time link, and a cookie that no script can read. */
import { createHash, timingSafeEqual } from "node:crypto";
import express, { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import type { Editor } from "../../bot/i18n/drafts/editor.ts";
import { operator } from "../../bot/staff/studio/editors.ts";
import type { StudioLogIns, StudioSession } from "../../bot/staff/studio/log-ins.ts";
import type { Clock } from "../../clock.ts";
import { createThrottledWarnings, type Log } from "../../observability/log.ts";
import { createPasswordAttempts, type PasswordCounter } from "./password-attempts.ts";

export interface Login {
  /** Finds out who sends a request; comes before everything that asks. */
  identify: RequestHandler;
  /** `POST login`, `POST login/link`, `POST logout` and `POST logout/everywhere`. */
  router: Router;
  /** Null = nobody who may use the studio. */
  editorOf(request: Request): Editor | null;
  /** @throws {Error} for a request that `only` doesn't let pass. */
  requireEditor(request: Request): Editor;
  /** Answers 401 to whoever may not use the studio. */
  only: RequestHandler;
  /** Whether the same editor would still be let in: what stays open outlives the log-in that it began with. */
  isStillIn(request: Request): Promise<boolean>;
  /** Calls the listener after each log-out. */
  watch(listener: () => void): void;
}

const cookieName = "studio";
const secretPattern = /^[\w-]{43}$/;
const linkBody = z.object({ link: z.string().regex(secretPattern) });

const refusals = {
  client: "Too many attempts. Wait a quarter of an hour.",
  queue: "Too many passwords are being tried. Try again in a minute.",
};

export interface LoginOptions {
  /** The operator's; null = whoever reaches the studio is the operator, unless a link has logged them in. */
  password: string | null;
  passwordCounter: PasswordCounter;
  logIns: StudioLogIns;
  clock: Clock;
  log: Log;
}

/** Of a studio without anything to protect. */
export const noLogin: Login = {
  identify: (_request, _response, next) => next(),
  router: Router(),
  editorOf: () => operator,
  requireEditor: () => operator,
  only: (_request, _response, next) => next(),
  isStillIn: async () => true,
  watch() {},
};

export function createLogin(options: LoginOptions): Login {
  const { password, passwordCounter, logIns, clock, log } = options;
  const editors = new WeakMap<Request, Editor>();
  const attempts = createPasswordAttempts(passwordCounter, clock);
  const warn = createThrottledWarnings(log, clock);
  const json = express.json({ limit: "1kb" });

  const listeners: (() => void)[] = [];

  async function findEditor(request: Request): Promise<Editor | null> {
    const secret = secretIn(request);
    const editor = secret === null ? null : await logIns.editorOf(secret);
    return editor ?? (password === null ? operator : null);
  }
  const identify: RequestHandler = async (request, _response, next) => {
    const found = await findEditor(request);
    if (found) editors.set(request, found);
    next();
  };

  const editorOf = (request: Request) => editors.get(request) ?? null;
  const router = Router();
  router.post("/login", json, async (request, response) => {
    const body: unknown = request.body;
    const given =
      typeof body === "object" && body !== null && "password" in body ? body.password : undefined;
    const attempt = await attempts.begin(request.ip);
    if (!attempt.allowed) {
      warn("the studio refused to take more passwords for now");
      response.status(429).json({ message: refusals[attempt.reason] });
      return;
    }
    if (password === null || typeof given !== "string" || !same(given, password)) {
      response.status(401).json({ message: "That isn't the password" });
      return;
    }
    await attempt.forgive();
    enter(request, response, await logIns.openForOperator());
  });
  router.post("/login/link", json, async (request, response) => {
    const read = linkBody.safeParse(request.body);
    const session = read.success ? await logIns.redeemLink(read.data.link) : null;
    if (session) enter(request, response, session);
    else {
      const message =
        "This link has been used, or is too old. Write /studio to the bot for another.";
      response.status(410).json({ message });
    }
  });
  function leave(request: Request, response: Response): void {
    response.clearCookie(cookieName, cookie(request));
    response.json({});
    for (const listener of listeners) listener();
  }
  router.post("/logout", async (request, response) => {
    const secret = secretIn(request);
    if (secret !== null) await logIns.close(secret);
    leave(request, response);
  });
  router.post("/logout/everywhere", async (request, response) => {
    const editor = editorOf(request);
    if (editor) await logIns.closeAll(editor);
    leave(request, response);
  });

  return {
    identify,
    router,
    editorOf,
    requireEditor(request) {
      const editor = editorOf(request);
      if (!editor) throw new Error("nobody has logged in");
      return editor;
    },
    only: (request, response, next) =>
      editorOf(request) ? next() : void response.status(401).json({ message: "Log in first" }),
    isStillIn: async (request) => (await findEditor(request))?.id === editorOf(request)?.id,
    watch: (listener) => void listeners.push(listener),
  };
}

function enter(request: Request, response: Response, { secret, lifeMs }: StudioSession): void {
  response.cookie(cookieName, secret, { ...cookie(request), maxAge: lifeMs });
  response.json({});
}

const cookie = (request: Request) => ({
  httpOnly: true,
  sameSite: "strict" as const,
  path: request.baseUrl || "/",
  // The page's own address tells, behind a proxy too: a login always comes with its origin.
  secure: request.get("origin")?.startsWith("https:") ?? false,
});

function secretIn(request: Request): string | null {
  const { cookie: header = "" } = request.headers;
  return new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(header)?.[1] ?? null;
}

/** Takes the same time whatever is given. */
const same = (given: string, expected: string) =>
  timingSafeEqual(
    createHash("sha256").update(given).digest(),
    createHash("sha256").update(expected).digest(),
  );
