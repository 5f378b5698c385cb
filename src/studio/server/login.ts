/** The studio's lock: one password, slow for whoever guesses, and a cookie that no script can read. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import express, { Router, type Request, type RequestHandler } from "express";
import type { Clock } from "../../clock.ts";
import { createThrottledWarnings, type Log } from "../../observability/log.ts";
import { createPasswordAttempts, type PasswordCounter } from "./password-attempts.ts";

export interface Login {
  /** `POST login` and `POST logout`. */
  router: Router;
  isIn(request: Request): boolean;
  /** Answers 401 to whoever isn't in. */
  only: RequestHandler;
}

const cookieName = "studio";
const sessionMs = 12 * 60 * 60_000;
/** Rooms that are open at once. */
const maxSessions = 100;

const refusals = {
  client: "Too many attempts. Wait a quarter of an hour.",
  queue: "Too many passwords are being tried. Try again in a minute.",
};

/** @param password null = whoever reaches the studio is in. */
export function createLogin(options: {
  password: string | null;
  passwordCounter: PasswordCounter;
  clock: Clock;
  log: Log;
}): Login {
  const { password, passwordCounter, clock, log } = options;
  /** When each stay ends, by a hash of its secret, oldest first. */
  const sessions = new Map<string, number>();
  const attempts = createPasswordAttempts(passwordCounter, clock);
  const warn = createThrottledWarnings(log, clock);

  const isIn = (request: Request): boolean => {
    if (password === null) return true;
    const end = sessions.get(hash(secretIn(request)));
    return end !== undefined && end > clock.now();
  };

  const router = Router();
  router.post("/login", express.json({ limit: "1kb" }), async (request, response) => {
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
    const secret = randomBytes(32).toString("base64url");
    sessions.set(hash(secret), clock.now() + sessionMs);
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    response.cookie(cookieName, secret, { ...cookie(request), maxAge: sessionMs });
    response.json({});
  });
  router.post("/logout", (request, response) => {
    sessions.delete(hash(secretIn(request)));
    response.clearCookie(cookieName, cookie(request));
    response.json({});
  });

  return {
    router,
    isIn,
    only: (request, response, next) =>
      isIn(request) ? next() : void response.status(401).json({ message: "Log in first" }),
  };
}

const cookie = (request: Request) => ({
  httpOnly: true,
  sameSite: "strict" as const,
  path: request.baseUrl || "/",
  // The page's own address tells, behind a proxy too: a login always comes with its origin.
  secure: request.get("origin")?.startsWith("https:") ?? false,
});

function secretIn(request: Request): string {
  const { cookie: header = "" } = request.headers;
  return new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(header)?.[1] ?? "";
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64");

/** Takes the same time whatever is given. */
const same = (given: string, expected: string) =>
  timingSafeEqual(
    createHash("sha256").update(given).digest(),
    createHash("sha256").update(expected).digest(),
  );
