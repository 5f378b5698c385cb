/** An adversarial platform within the contract: a proxy of the emulator that loses, delays, hides and repeats writes. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { pause, type Clock } from "../../src/clock.ts";
import { rewriteList, type ListHabits } from "./adversarial-lists.ts";

/** The outcome of one write. */
export interface Fate {
  /** Delay of its effect in milliseconds; null if it never has one. */
  effect: number | null;
  /** How much longer lists don't show it, in milliseconds. */
  hidden: number;
  /** `real` is sent after the effect, the others at once; 409 and 429 mean no effect. */
  answer: "real" | "cut" | "silence" | "empty" | 408 | 409 | 429 | 500 | 502;
}

/** A write that the platform received. */
export interface Arrival {
  /** Identifies the order: `give SET`, `add POINTS`, `void coupon UUID`. */
  subject: string;
  /** The caller's `ref_id`; null for a void. */
  refId: string | null;
  at: number;
  fate: Fate;
  /** When it took effect; null before that, and if it was refused or a repetition. */
  doneAt: number | null;
  /** When lists begin to show it. */
  shownAt: number | null;
  /** Whether a response with a definite outcome was sent. */
  clear: boolean;
  /** Whether it was refused with a 429, by its fate or by the platform itself: nothing was carried out. */
  throttled: boolean;
}

export interface AdversarialPlatform extends AsyncDisposable {
  baseUrl: string;
  readonly arrivals: readonly Arrival[];
  /** Whether a request is being processed, not only delayed. */
  readonly isBusy: boolean;
  /** Whether all reads fail. */
  readsFail: boolean;
  /** Sets the outcomes of the next writes of a subject, in order; later ones succeed. */
  scheduleFates(subject: string, fates: readonly Fate[]): void;
}

const success: Fate = { effect: 0, hidden: 0, answer: "real" };
/** Statuses of a definite outcome. */
const clearStatuses = new Set([200, 201, 400, 401, 404, 409, 422, 429]);

/** Makes the emulator repeat a write that is sent again with the same `ref_id`. @param file its SQLite file. */
export function forgetKeys(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`DROP INDEX movement_by_ref_id;
    CREATE TRIGGER forget_key AFTER INSERT ON answer BEGIN
      DELETE FROM answer WHERE operation = new.operation AND ref_id = new.ref_id;
    END`);
}

/** @param clock the platform's clock, also for the `Date` header. */
export async function startAdversarialPlatform(options: {
  target: string;
  clock: Clock;
  habits: ListHabits;
}): Promise<AdversarialPlatform> {
  const { target, clock, habits } = options;
  const arrivals: Arrival[] = [];
  const fates = new Map<string, Fate[]>();
  const closing = new AbortController();
  let inFlight = 0;
  let readsFail = false;

  /** Forwards a request to the emulator. */
  async function forward(request: IncomingMessage, url: URL, body: Buffer) {
    inFlight += 1;
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
      inFlight -= 1;
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
    const { subject, refId } = parseWrite(url.pathname, body);
    const fate = fates.get(subject)?.shift() ?? success;
    const arrival: Arrival = {
      subject,
      refId,
      at: clock.now(),
      fate,
      doneAt: null,
      shownAt: null,
      clear: false,
      throttled: fate.answer === 429,
    };
    arrivals.push(arrival);
    const isClear = fate.answer === "real" || fate.answer === 409 || fate.answer === 429;
    let isGone = false;
    response.once("close", () => {
      isGone = true;
    });
    response.once("finish", () => {
      arrival.throttled ||= response.statusCode === 429;
      arrival.clear = isClear && !isGone && clearStatuses.has(response.statusCode);
    });
    const execute = async () => {
      if (fate.effect) await pause(clock, fate.effect, closing.signal);
      const done = await forward(request, url, body);
      if (done.status < 300 && !done.isReplay) {
        arrival.doneAt = clock.now();
        arrival.shownAt = clock.now() + fate.hidden;
      }
      return done;
    };
    const effect = fate.effect === null ? null : execute();
    if (fate.effect === 0) await effect;
    if (fate.answer === "real") {
      const done = await effect;
      if (done) answer(response, done.status, done.text);
      else response.destroy();
    } else if (fate.answer === "cut") response.destroy();
    else if (fate.answer === "empty") answer(response, 201, "");
    else if (fate.answer !== "silence") {
      const text = JSON.stringify({ status: fate.answer, message: "an injected failure" });
      answer(response, fate.answer, text, { "retry-after": "1" });
    }
    await effect;
  }

  async function read(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (readsFail) return answer(response, 500, "");
    const { target: listUrl, render } = rewriteList(url, habits);
    const { status, text } = await forward(request, listUrl, Buffer.alloc(0));
    const now = clock.now();
    const hidden = arrivals.filter(({ shownAt }) => shownAt !== null && shownAt > now);
    answer(response, status, status === 200 ? render(text, hidden) : text);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", target);
    if (request.method === "GET") return read(request, response, url);
    if (!url.pathname.includes("/auth-connect/")) return write(request, response, url, body);
    const { status, text } = await forward(request, url, body);
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
      return inFlight > 0;
    },
    get readsFail() {
      return readsFail;
    },
    set readsFail(fail) {
      readsFail = fail;
    },
    scheduleFates: (subject, list) => void fates.set(subject, [...list]),
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function parseWrite(path: string, body: Buffer): { subject: string; refId: string | null } {
  const last = path.split("/").at(-1) ?? "";
  if (path.includes("/coupon/void/")) return { subject: `void coupon ${last}`, refId: null };
  if (path.includes("/void/")) return { subject: `void movement ${last}`, refId: null };
  const input = JSON.parse(body.toString()) as Record<string, unknown>;
  const subject = path.includes("/coupon/give/")
    ? `give ${String(input["coupon_set_uuid"])}`
    : path.endsWith("/coupon/use")
      ? `use ${String(input["code"])}`
      : path.endsWith("/points")
        ? `${path.includes("/add/") ? "add" : "burn"} ${String(input["points"])}`
        : `set ${String(input["name"])}`;
  return { subject, refId: typeof input["ref_id"] === "string" ? input["ref_id"] : null };
}
