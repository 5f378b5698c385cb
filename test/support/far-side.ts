/** A platform that does every write that reaches it, however often it comes: its answers, effects and clock go astray as told. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LoyaltyEmulator } from "../../src/emulators/loyalty/index.ts";
import type { HandClock } from "./clock.ts";

/** What becomes of a write: a number is the status of a refusal that changes nothing. */
export type Fate =
  | "done"
  /** Never carried out, and not answered. */
  | "lost"
  /** Carried out, and not answered. */
  | "answer lost"
  /** Carried out so many milliseconds later, and not answered. */
  | { lateMs: number }
  | number;

export interface FarSide extends AsyncDisposable {
  /** What `createWorld` takes as its environment. */
  env(more?: Record<string, string>): (platform: LoyaltyEmulator) => Record<string, string>;
  clock: HandClock | null;
  /** What becomes of the next writes; `done` when there is none left. */
  fates: Fate[];
  /** How far its clock is ahead, in milliseconds. */
  skewMs: number;
  /** Whether its rows don't tell by which key they were made. */
  hidesKeys: boolean;
  /** The most rows on a page, which begins where a page of the asked size would; the answer says what was asked. */
  pageSize: number | null;
  /** Whether its lists are empty, though they state how many rows there are. */
  isBlank: boolean;
  /** Whether it refuses a query that asks for more than a page. */
  isStrict: boolean;
  /** The writes that came, by our clock. */
  readonly sends: readonly { at: number; path: string }[];
  /** How many were carried out. */
  readonly effects: number;
}

const times = /"(created_at|given_at|used_at|voided_at)":"([^"]+)"/g;
const keys = /"(given_|used_)?ref_id":"[^"]*",/g;
/** Each send has a key of its own at the platform behind, so that none is taken for another. */
const numbered = /~\d+(?=")/g;

export async function createFarSide(): Promise<FarSide> {
  let platform: LoyaltyEmulator | null = null;
  const sends: { at: number; path: string }[] = [];
  let effects = 0;

  async function pass(method: string, url: URL, headers: IncomingMessage["headers"], body: string) {
    const passed = ["authorization", "content-type"].flatMap((name) =>
      typeof headers[name] === "string" ? [[name, headers[name]] as [string, string]] : [],
    );
    const target = new URL(url.pathname + url.search, platform?.baseUrl);
    const got = await fetch(target, { method, headers: passed, ...(body && { body }) });
    return { status: got.status, text: await got.text() };
  }

  const shifted = (text: string) =>
    text
      .replace(numbered, "")
      .replace(side.hidesKeys ? keys : "", "")
      .replace(times, (_all, name: string, at: string) => {
        const time = new Date(Date.parse(at) + side.skewMs).toISOString();
        return `"${name}":"${time}"`;
      });

  function bend(url: URL): { asked: string | null } {
    const query = url.searchParams;
    const asked = query.get("size");
    query.delete("ref_id");
    for (const name of ["from", "to"]) {
      const at = query.get(name);
      if (at) query.set(name, new Date(Date.parse(at) - side.skewMs).toISOString());
    }
    if (side.pageSize !== null) {
      const offset = (Number(query.get("page") ?? 1) - 1) * Number(asked ?? side.pageSize);
      query.set("page", String(Math.floor(offset / side.pageSize) + 1));
      query.set("size", String(side.pageSize));
    }
    return { asked };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "/", "http://far");
    const say = (status: number, text: string) => {
      const date = new Date((side.clock?.now() ?? 0) + side.skewMs).toUTCString();
      response.writeHead(status, { "content-type": "application/json", date });
      response.end(shifted(text));
    };
    if (method === "GET") {
      const isPaging = [...url.searchParams.keys()].every(
        (key) => key === "page" || key === "size",
      );
      const isList = /transactions|history|set$/.test(url.pathname);
      if (side.isStrict && isList && !isPaging) return say(400, "{}");
      const { asked } = bend(url);
      const { status, text } = await pass(method, url, headers, "");
      if (side.isBlank && isList)
        return say(status, JSON.stringify({ ...JSON.parse(text), data: [] }));
      return say(status, asked ? text.replace(/"size":\d+/, `"size":${asked}`) : text);
    }
    if (url.pathname.includes("auth-connect")) {
      const { status, text } = await pass(method, url, headers, body);
      return say(status, text);
    }
    sends.push({ at: side.clock?.now() ?? 0, path: url.pathname });
    const own = body.replace(/("ref_id":"[^"]*)"/, `$1~${sends.length}"`);
    const carryOut = async () => {
      effects += 1;
      return pass(method, url, headers, own);
    };
    const fate = side.fates.shift() ?? "done";
    if (typeof fate === "number") return say(fate, "{}");
    if (fate === "done") {
      const { status, text } = await carryOut();
      return say(status, text);
    }
    if (fate === "answer lost") await carryOut();
    if (typeof fate === "object") side.clock?.after(fate.lateMs, () => void carryOut());
    request.socket.destroy();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const side: FarSide = {
    clock: null,
    fates: [],
    skewMs: 0,
    hidesKeys: false,
    pageSize: null,
    isBlank: false,
    isStrict: false,
    sends,
    get effects() {
      return effects;
    },
    env:
      (more = {}) =>
      (behind) => {
        platform = behind;
        const [business] = behind.credentials.businesses;
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
  return side;
}
