/** A loyalty platform without idempotency: it executes every write it receives, and loses, delays or shifts what tests tell it to. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoyaltyEmulator } from "../../src/emulators/loyalty/index.ts";
import { exactMomentOf } from "../../src/loyalty/platform-time.ts";
import type { ManualClock } from "./clock.ts";

/** The outcome of a write: a number is the status of a refusal without effect. */
export type Fate =
  | "done"
  /** Not executed; no response. */
  | "lost"
  /** Executed; no response. */
  | "answer lost"
  /** Executed so many milliseconds later; no response. */
  | { lateMs: number }
  | number;

export interface NonIdempotentPlatform extends AsyncDisposable {
  /** The environment for `createWorld`. */
  env(more?: Record<string, string>): (emulator: LoyaltyEmulator) => Record<string, string>;
  clock: ManualClock | null;
  /** The outcomes of the next writes, in order; `done` after the last. */
  fates: Fate[];
  /** How far its clock is ahead of the bot's, in milliseconds. */
  skewMs: number;
  /** What its rows have as `ref_id`; undefined = the key that it was sent. */
  shownKey: string | null | undefined;
  /** The maximum page size. A page starts where one of the requested size would, and the response echoes the requested size. */
  pageSize: number | null;
  /** Whether its lists are empty although the total isn't. */
  isBlank: boolean;
  /** Whether it refuses list queries with anything but `page` and `size`. */
  isStrict: boolean;
  /** The writes received, by the bot's clock. */
  readonly sends: readonly { at: number; path: string }[];
  /** How many were executed. */
  readonly effects: number;
}

const timeFields = /"(created_at|given_at|used_at|voided_at)":"([^"]+)"/g;
const keyFields = /"((?:given_|used_)?ref_id)":"[^"]*"/g;
/** The suffix that makes each send's key unique at the emulator behind, which would otherwise deduplicate. */
const sendSuffix = /~\d+(?=")/g;

export async function createNonIdempotentPlatform(): Promise<NonIdempotentPlatform> {
  let emulator: LoyaltyEmulator | null = null;
  const sends: { at: number; path: string }[] = [];
  let effects = 0;

  async function forward(
    method: string,
    url: URL,
    headers: IncomingMessage["headers"],
    body: string,
  ) {
    const passed = ["authorization", "content-type"].flatMap((name) =>
      typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [],
    );
    const target = new URL(url.pathname + url.search, emulator?.baseUrl);
    const got = await fetch(target, { method, headers: passed, ...(body && { body }) });
    return { status: got.status, text: await got.text() };
  }

  const shown = (field: string, name: string) =>
    platform.shownKey === undefined ? field : `"${name}":${JSON.stringify(platform.shownKey)}`;
  const rewrite = (text: string) =>
    text
      .replace(sendSuffix, "")
      .replace(keyFields, shown)
      .replace(timeFields, (_all, name: string, at: string) => {
        const moment = exactMomentOf(at);
        // A time that isn't one is passed on as it is.
        const time = moment === null ? at : new Date(moment + platform.skewMs).toISOString();
        return `"${name}":"${time}"`;
      });

  function rewriteQuery(url: URL): { requestedSize: string | null } {
    const query = url.searchParams;
    const requestedSize = query.get("size");
    query.delete("ref_id");
    for (const name of ["from", "to"]) {
      const at = query.get(name);
      if (at) query.set(name, new Date(Date.parse(at) - platform.skewMs).toISOString());
    }
    if (platform.pageSize !== null) {
      const offset =
        (Number(query.get("page") ?? 1) - 1) * Number(requestedSize ?? platform.pageSize);
      query.set("page", String(Math.floor(offset / platform.pageSize) + 1));
      query.set("size", String(platform.pageSize));
    }
    return { requestedSize };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", "http://platform");
    const respond = (status: number, text: string) => {
      const date = new Date((platform.clock?.now() ?? 0) + platform.skewMs).toUTCString();
      response.writeHead(status, { "content-type": "application/json", date });
      response.end(rewrite(text));
    };
    if (method === "GET") {
      const isPaging = [...url.searchParams.keys()].every(
        (key) => key === "page" || key === "size",
      );
      const isList = /transactions|history|set$/.test(url.pathname);
      if (platform.isStrict && isList && !isPaging) return respond(400, "{}");
      const { requestedSize } = rewriteQuery(url);
      const { status, text } = await forward(method, url, headers, "");
      if (platform.isBlank && isList)
        return respond(status, JSON.stringify({ ...JSON.parse(text), data: [] }));
      return respond(
        status,
        requestedSize ? text.replace(/"size":\d+/, `"size":${requestedSize}`) : text,
      );
    }
    if (url.pathname.includes("auth-connect")) {
      const { status, text } = await forward(method, url, headers, body);
      return respond(status, text);
    }
    sends.push({ at: platform.clock?.now() ?? 0, path: url.pathname });
    const own = body.replace(/("ref_id":"[^"]*)"/, `$1~${sends.length}"`);
    const execute = async () => {
      effects += 1;
      return forward(method, url, headers, own);
    };
    const fate = platform.fates.shift() ?? "done";
    if (typeof fate === "number") return respond(fate, "{}");
    if (fate === "done") {
      const { status, text } = await execute();
      return respond(status, text);
    }
    if (fate === "answer lost") await execute();
    if (typeof fate === "object") platform.clock?.after(fate.lateMs, () => void execute());
    request.socket.destroy();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const platform: NonIdempotentPlatform = {
    clock: null,
    fates: [],
    skewMs: 0,
    shownKey: undefined,
    pageSize: null,
    isBlank: false,
    isStrict: false,
    sends,
    get effects() {
      return effects;
    },
    env:
      (more = {}) =>
      (started) => {
        emulator = started;
        const [business] = started.credentials.businesses;
        return {
          CONNECT_BASE_URL: `http://127.0.0.1:${port}/api`,
          CONNECT_BUSINESS_CODE: business?.code ?? "",
          CONNECT_API_KEY: business?.api_key ?? "",
          CONNECT_API_SECRET: business?.api_secret ?? "",
          STUDIO: "off",
          ...more,
        };
      },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return platform;
}
