/** Who uses the studio: the operator by a password, staff by a one-time link, and a cookie that no script can read. */
import { createHash, timingSafeEqual } from "node:crypto";
import express, { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import type { Editor } from "../../bot/i18n/drafts/draft-rules.ts";
import { operator, type StudioLogIns, type StudioSession } from "../../bot/staff/studio-links.ts";
import type { Clock } from "../../clock.ts";
import { createThrottledWarnings, type Log } from "../../observability/log.ts";
import { translateFor } from "./language.ts";
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

/** Over https browsers take a cookie of the second name from this very host alone, for the whole of it. */
const cookieNames = { http: "studio", https: "__Host-studio" };
/** Of cookies with one name: a program under another path or name of the host may have set some, too. */
const maxCookies = 10;
const secretPattern = /^[\w-]{43}$/;
const linkBody = z.object({ link: z.string().regex(secretPattern) });

const warnings = {
  client:
    "passwords refused: one client tried too many; if it is a proxy, name it in TRUSTED_PROXIES",
  queue: "passwords refused: too many are being tried",
};

export interface LoginOptions {
  /** The operator's; null = whoever reaches the studio is the operator, unless a link has logged them in. */
  password: string | null;
  passwordCounter: PasswordCounter;
  logIns: StudioLogIns;
  /** The host, with its port if it isn't 443, of an https address at which the studio is; null or absent = none. */
  httpsHost?: string | null;
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
  const { password, passwordCounter, logIns, httpsHost = null, clock, log } = options;
  const editors = new WeakMap<Request, Editor>();
  const attempts = createPasswordAttempts(passwordCounter, clock);
  const warn = createThrottledWarnings(log, clock);
  const json = express.json({ limit: "1kb" });

  const listeners: (() => void)[] = [];

  async function findEditor(request: Request): Promise<Editor | null> {
    for (const secret of secretsIn(request, httpsHost)) {
      const editor = await logIns.editorOf(secret);
      if (editor) return editor;
    }
    return password === null ? operator : null;
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
      warn(warnings[attempt.reason]);
      const t = translateFor(request);
      response.status(429).json({ message: t(`login.tooMany.${attempt.reason}`) });
      return;
    }
    if (password === null || typeof given !== "string" || !same(given, password)) {
      response.status(401).json({ message: translateFor(request)("login.wrong") });
      return;
    }
    await attempt.forgive();
    enter(request, response, await logIns.openForOperator());
  });
  router.post("/login/link", json, async (request, response) => {
    const read = linkBody.safeParse(request.body);
    const session = read.success ? await logIns.redeemLink(read.data.link) : null;
    if (session) enter(request, response, session);
    else response.status(410).json({ message: translateFor(request)("login.link.used") });
  });
  function leave(request: Request, response: Response): void {
    const { name, options: attributes } = cookie(request);
    response.clearCookie(name, attributes);
    response.json({});
    for (const listener of listeners) listener();
  }
  router.post("/logout", async (request, response) => {
    for (const secret of secretsIn(request, httpsHost)) await logIns.close(secret);
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
      editorOf(request)
        ? next()
        : void response.status(401).json({ message: translateFor(request)("login.first") }),
    isStillIn: async (request) => (await findEditor(request))?.id === editorOf(request)?.id,
    watch: (listener) => void listeners.push(listener),
  };
}

function enter(request: Request, response: Response, { secret, lifeMs }: StudioSession): void {
  const { name, options } = cookie(request);
  response.cookie(name, secret, { ...options, maxAge: lifeMs });
  response.json({});
}

function cookie(request: Request) {
  // The page's own address tells, behind a proxy too: a login always comes with its origin.
  const secure = request.get("origin")?.startsWith("https:") ?? false;
  const path = secure ? "/" : request.baseUrl || "/";
  const options = { httpOnly: true, sameSite: "strict" as const, path, secure };
  return { name: secure ? cookieNames.https : cookieNames.http, options };
}

/** @param httpsHost at which the page is at https only: a cookie of the other name isn't from there. */
function secretsIn({ headers }: Request, httpsHost: string | null): string[] {
  const isHttps = httpsHost !== null && headers.host?.toLowerCase() === httpsHost;
  const names = isHttps ? [cookieNames.https] : [cookieNames.https, cookieNames.http];
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  const secrets = names.flatMap((name) =>
    pairs.flatMap(([key, value = ""]) => (key === name && secretPattern.test(value) ? value : [])),
  );
  return [...new Set(secrets)].slice(0, maxCookies);
}

/** Takes the same time whatever is given. */
const same = (given: string, expected: string) =>
  timingSafeEqual(
    createHash("sha256").update(given).digest(),
    createHash("sha256").update(expected).digest(),
  );
