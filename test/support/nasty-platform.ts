/** The worst platform that keeps the contract's letter: in front of the embedded one, it loses, delays, hides and repeats. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { pause, type Clock } from "../../src/clock.ts";
import { bentList, type ListHabits } from "./nasty-lists.ts";

/** What becomes of one write that arrives. */
export interface Fate {
  /** How long after its arrival it takes effect; null where it never does. */
  effect: number | null;
  /** How much longer no list shows it. */
  hidden: number;
  /** `real` comes after the effect, the others at once; 409 and 429 say that nothing was done. */
  answer: "real" | "cut" | "silence" | "empty" | 408 | 409 | 429 | 500 | 502;
}

/** A write that arrived. */
export interface Arrival {
  /** What it is about, as the bot's orders don't share it: `give SET`, `add POINTS`, `void coupon UUID`. */
  subject: string;
  /** The caller's key; null for a void. */
  refId: string | null;
  at: number;
  fate: Fate;
  /** Null until the work was done, and where it was refused or had been done before. */
  doneAt: number | null;
  /** From when on lists show it. */
  shownAt: number | null;
  /** Whether an answer went out that says what became of it. */
  clear: boolean;
}

export interface NastyPlatform extends AsyncDisposable {
  baseUrl: string;
  readonly arrivals: readonly Arrival[];
  /** Whether a request is being worked on, not only held back. */
  readonly isBusy: boolean;
  /** Whether nothing can be read. */
  readsFail: boolean;
  /** What becomes of the next writes about a subject, one after the other; then all is well. */
  destine(subject: string, fates: readonly Fate[]): void;
}

const wellDone: Fate = { effect: 0, hidden: 0, answer: "real" };
/** Answers to a write that leave nothing open. */
const clearStatuses = new Set([200, 201, 400, 401, 404, 409, 422, 429]);

/** Makes the embedded platform do a write again that comes again under the same `ref_id`. @param file its SQLite file. */
export function forgetKeys(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`DROP INDEX movement_by_ref_id;
    CREATE TRIGGER forget_key AFTER INSERT ON answer BEGIN
      DELETE FROM answer WHERE operation = new.operation AND ref_id = new.ref_id;
    END`);
}

/** @param clock the platform's own; the `Date` of each answer is told by it. */
export async function startNastyPlatform(options: {
  target: string;
  clock: Clock;
  habits: ListHabits;
}): Promise<NastyPlatform> {
  const { target, clock, habits } = options;
  const arrivals: Arrival[] = [];
  const fates = new Map<string, Fate[]>();
  const closing = new AbortController();
  let working = 0;
  let readsFail = false;

  /** Has the embedded platform do it. */
  async function ask(request: IncomingMessage, url: URL, body: Buffer) {
    working += 1;
    try {
      const { authorization } = request.headers;
      const { method = "GET" } = request;
      const headers = {
        ...(authorization !== undefined && { authorization }),
        ...(body.length > 0 && { "content-type": "application/json" }),
      };
      const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
      const got = await fetch(url, { method, headers, ...sent });
      const isReplay = got.headers.has("idempotent-replayed");
      return { status: got.status, isReplay, text: await got.text() };
    } finally {
      working -= 1;
    }
  }

  function answer(response: ServerResponse, status: number, text: string, headers = {}): void {
    response.sendDate = false;
    const date = new Date(clock.now()).toUTCString();
    response.writeHead(status, { "content-type": "application/json", date, ...headers }).end(text);
  }

  async function write(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: Buffer,
  ): Promise<void> {
    const { subject, refId } = aboutOf(url.pathname, body);
    const fate = fates.get(subject)?.shift() ?? wellDone;
    const arrival: Arrival = {
      subject,
      refId,
      at: clock.now(),
      fate,
      doneAt: null,
      shownAt: null,
      clear: false,
    };
    arrivals.push(arrival);
    const isClear = fate.answer === "real" || fate.answer === 409 || fate.answer === 429;
    let isGone = false;
    response.once("close", () => {
      isGone = true;
    });
    response.once("finish", () => {
      arrival.clear = isClear && !isGone && clearStatuses.has(response.statusCode);
    });
    const take = async () => {
      if (fate.effect) await pause(clock, fate.effect, closing.signal);
      const done = await ask(request, url, body);
      if (done.status < 300 && !done.isReplay) {
        arrival.doneAt = clock.now();
        arrival.shownAt = clock.now() + fate.hidden;
      }
      return done;
    };
    const effect = fate.effect === null ? null : take();
    if (fate.effect === 0) await effect;
    if (fate.answer === "real") {
      const done = await effect;
      if (done) answer(response, done.status, done.text);
      else response.destroy();
    } else if (fate.answer === "cut") response.destroy();
    else if (fate.answer === "empty") answer(response, 201, "");
    else if (fate.answer !== "silence") {
      const text = JSON.stringify({ status: fate.answer, message: "a fate" });
      answer(response, fate.answer, text, { "retry-after": "1" });
    }
    await effect;
  }

  async function read(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (readsFail) return answer(response, 500, "");
    const { asked, shown } = bentList(url, habits);
    const { status, text } = await ask(request, asked, Buffer.alloc(0));
    const now = clock.now();
    const hidden = arrivals.filter(({ shownAt }) => shownAt !== null && shownAt > now);
    answer(response, status, status === 200 ? shown(text, hidden) : text);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", target);
    if (request.method === "GET") return read(request, response, url);
    if (!url.pathname.includes("/auth-connect/")) return write(request, response, url, body);
    const { status, text } = await ask(request, url, body);
    answer(response, status, text);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    arrivals,
    get isBusy() {
      return working > 0;
    },
    get readsFail() {
      return readsFail;
    },
    set readsFail(fail) {
      readsFail = fail;
    },
    destine: (subject, list) => void fates.set(subject, [...list]),
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function aboutOf(path: string, body: Buffer): { subject: string; refId: string | null } {
  const last = path.split("/").at(-1) ?? "";
  if (path.includes("/coupon/void/")) return { subject: `void coupon ${last}`, refId: null };
  if (path.includes("/void/")) return { subject: `void movement ${last}`, refId: null };
  const asked = JSON.parse(body.toString()) as Record<string, unknown>;
  const subject = path.includes("/coupon/give/")
    ? `give ${String(asked["coupon_set_uuid"])}`
    : path.endsWith("/coupon/use")
      ? `use ${String(asked["code"])}`
      : path.endsWith("/points")
        ? `${path.includes("/add/") ? "add" : "burn"} ${String(asked["points"])}`
        : `set ${String(asked["name"])}`;
  return { subject, refId: typeof asked["ref_id"] === "string" ? asked["ref_id"] : null };
}
