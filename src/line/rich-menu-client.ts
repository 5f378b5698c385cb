/** LINE's rich menus of one account: made, found, given to people, and done away with. */
import { z } from "zod";
import { codeOf, LineError } from "./errors.ts";
import type { RichMenu } from "./messages/message-types.ts";
import { withToken, type TokenSource } from "./channel-access-tokens.ts";
import {
  createLineHttpClient,
  type LineResponse,
  type LineRequest,
  type LineHttpClient,
  type LineHttpOptions,
} from "./http-client.ts";

/** A menu as LINE tells of it. */
export interface KnownMenu {
  richMenuId: string;
  name: string;
}

/** Everybody who has one menu gets another. */
export interface Move {
  from: string;
  to: string;
}

/** Each method throws a {@link LineError} where LINE refuses, or doesn't answer in time. */
export interface RichMenuClient extends AsyncDisposable {
  list(): Promise<KnownMenu[]>;
  /** @returns the new menu's id. It can't be used before it has its image. */
  create(menu: RichMenu): Promise<string>;
  /** Once for each menu. */
  upload(richMenuId: string, png: Buffer): Promise<void>;
  /** Whoever had it gets the account's default. */
  remove(richMenuId: string): Promise<void>;
  /** Alias to menu id. */
  aliases(): Promise<Map<string, string>>;
  /** @param isNew whether there is no such alias yet. */
  setAlias(alias: string, richMenuId: string, isNew: boolean): Promise<void>;
  removeAlias(alias: string): Promise<void>;
  /** The id of what everybody gets who has no menu of their own; null where there is none. */
  standard(): Promise<string | null>;
  /** @param richMenuId null = there is none any more. */
  setStandard(richMenuId: string | null): Promise<void>;
  /** @returns what the work is known by until it is done; LINE takes it on three times an hour. */
  move(moves: readonly Move[]): Promise<string>;
  /** How such work stands. */
  progress(requestId: string): Promise<"ongoing" | "succeeded" | "failed">;
  link(userId: string, richMenuId: string): Promise<void>;
}

const menu = z.looseObject({ richMenuId: z.string(), name: z.string() });
const menuList = z.looseObject({ richmenus: z.array(menu) });
const made = z.looseObject({ richMenuId: z.string() });
const aliasList = z.looseObject({
  aliases: z.array(z.looseObject({ richMenuAliasId: z.string(), richMenuId: z.string() })),
});
const progress = z.looseObject({ phase: z.enum(["ongoing", "succeeded", "failed"]) });
const refusal = z.looseObject({
  message: z.string().catch(""),
  details: z
    .array(z.looseObject({ message: z.string().catch(""), property: z.string().catch("") }))
    .catch([]),
});

type Call = Omit<LineRequest, "headers"> & { type?: string };

/** A thousand menus of others may be in the list. */
const maxBytes = 16 << 20;
const uploadPatienceMs = 30_000;
const base = "/v2/bot/richmenu";
const everybody = "/v2/bot/user/all/richmenu";

/** @param dataApiBaseUrl where images go, such as `https://api-data.line.me`. */
export function createRichMenuClient(
  options: LineHttpOptions & { readonly dataApiBaseUrl: string; readonly token: TokenSource },
): RichMenuClient {
  const { token, dataApiBaseUrl } = options;
  const api = createLineHttpClient({ ...options, connections: 8, maxBytes });
  const data = createLineHttpClient({ ...options, apiBaseUrl: dataApiBaseUrl, connections: 2 });

  const send = (wire: LineHttpClient, { type, ...call }: Call): Promise<LineResponse> =>
    withToken(token, (bearer) =>
      wire.exchange({
        ...call,
        headers: { authorization: `Bearer ${bearer}`, ...(type && { "content-type": type }) },
        read: true,
      }),
    );

  async function done(call: Call, wire = api): Promise<LineResponse> {
    const answer = await send(wire, call);
    if (answer.status < 300) return answer;
    throw refused(call, answer);
  }

  const post = (path: string, body?: unknown, loggedPath = path): Promise<LineResponse> =>
    done({
      method: "POST",
      path,
      loggedPath,
      ...(body !== undefined && { body: JSON.stringify(body), type: "application/json" }),
    });

  return {
    async list() {
      const answer = await done({ method: "GET", path: `${base}/list` });
      return read(menuList, answer).richmenus;
    },
    create: async (request) => read(made, await post(base, request)).richMenuId,
    async upload(richMenuId, png) {
      await done(
        {
          method: "POST",
          path: `${base}/${richMenuId}/content`,
          loggedPath: `${base}/…/content`,
          body: png,
          type: "image/png",
          timeoutMs: uploadPatienceMs,
        },
        data,
      );
    },
    async remove(richMenuId) {
      const path = `${base}/${richMenuId}`;
      await done({ method: "DELETE", path, loggedPath: `${base}/…` });
    },
    async aliases() {
      const answer = await done({ method: "GET", path: `${base}/alias/list` });
      const { aliases } = read(aliasList, answer);
      return new Map(aliases.map((one) => [one.richMenuAliasId, one.richMenuId]));
    },
    async setAlias(richMenuAliasId, richMenuId, isNew) {
      if (isNew) await post(`${base}/alias`, { richMenuAliasId, richMenuId });
      else await post(`${base}/alias/${richMenuAliasId}`, { richMenuId }, `${base}/alias/…`);
    },
    async removeAlias(alias) {
      const path = `${base}/alias/${alias}`;
      await done({ method: "DELETE", path, loggedPath: `${base}/alias/…` });
    },
    async standard() {
      const call: Call = { method: "GET", path: everybody };
      const answer = await send(api, call);
      if (answer.status === 404) return null;
      if (answer.status >= 300) throw refused(call, answer);
      return read(made, answer).richMenuId;
    },
    async setStandard(richMenuId) {
      if (richMenuId === null) await done({ method: "DELETE", path: everybody });
      else await post(`${everybody}/${richMenuId}`, undefined, `${everybody}/…`);
    },
    async move(moves) {
      const operations = moves.map(({ from, to }) => ({ type: "link", from, to }));
      const { requestId } = await post(`${base}/batch`, { operations });
      if (requestId !== undefined) return requestId;
      throw new LineError("malformed", "LINE took on a batch without naming it");
    },
    async progress(requestId) {
      const path = `${base}/progress/batch?requestId=${encodeURIComponent(requestId)}`;
      const loggedPath = `${base}/progress/batch`;
      return read(progress, await done({ method: "GET", path, loggedPath })).phase;
    },
    async link(userId, richMenuId) {
      await done({
        method: "POST",
        path: `/v2/bot/user/${encodeURIComponent(userId)}/richmenu/${richMenuId}`,
        loggedPath: "/v2/bot/user/…/richmenu/…",
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([api[Symbol.asyncDispose](), data[Symbol.asyncDispose]()]);
    },
  };
}

/** What LINE says against it, without what it was about. */
function refused(
  { method, path, loggedPath = path }: Call,
  { status, text }: LineResponse,
): LineError {
  const { message, details } = refusal.catch({ message: "", details: [] }).parse(jsonOf(text));
  const reasons = details.map((one) => `${one.property}: ${one.message}`);
  const told = [message, ...reasons].filter(Boolean).join("; ");
  return new LineError(codeOf(status), `${method} ${loggedPath}: ${status} ${told}`.trim(), {
    status,
  });
}

function read<T>(schema: z.ZodType<T>, { text }: LineResponse): T {
  const found = schema.safeParse(jsonOf(text));
  if (found.success) return found.data;
  throw new LineError("malformed", "LINE's answer isn't what it documents");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
