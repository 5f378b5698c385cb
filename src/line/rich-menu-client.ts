/** Client of LINE's rich menu API: lists, creates, deletes and links the rich menus and aliases of one channel. */
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
import { parseJson } from "./parse-json.ts";

/** A rich menu in LINE's list. */
export interface RichMenuSummary {
  richMenuId: string;
  name: string;
}

/** One operation of a batch: every user linked to `from` is linked to `to` instead. Values are rich menu ids. */
export interface Move {
  from: string;
  to: string;
}

/** Each method throws a {@link LineError} when LINE refuses the call or doesn't answer in time. */
export interface RichMenuClient extends AsyncDisposable {
  list(): Promise<RichMenuSummary[]>;
  /** @returns the new rich menu's id. It can't be linked before its image is uploaded. */
  create(menu: RichMenu): Promise<string>;
  /** Uploads the image. LINE accepts one image per rich menu and doesn't replace it. */
  upload(richMenuId: string, png: Buffer): Promise<void>;
  /** Deletes a rich menu; users linked to it see the default rich menu. */
  remove(richMenuId: string): Promise<void>;
  /** Rich menu ids by alias. */
  aliases(): Promise<Map<string, string>>;
  /** Points an alias to a rich menu. @param isNew true creates the alias, false updates it. */
  setAlias(alias: string, richMenuId: string, isNew: boolean): Promise<void>;
  removeAlias(alias: string): Promise<void>;
  /** The id of the default rich menu, shown to users without a link of their own; null if none is set. */
  defaultMenu(): Promise<string | null>;
  /** Sets the default rich menu; null clears it. */
  setDefaultMenu(richMenuId: string | null): Promise<void>;
  /** Starts a batch of moves, at most 3 per hour. @returns the batch's request id, for `progress`. */
  move(moves: readonly Move[]): Promise<string>;
  /** The state of a batch started by `move`. */
  progress(requestId: string): Promise<"ongoing" | "succeeded" | "failed">;
  link(userId: string, richMenuId: string): Promise<void>;
}

const menu = z.looseObject({ richMenuId: z.string(), name: z.string() });
const menuList = z.looseObject({ richmenus: z.array(menu) });
const menuId = z.looseObject({ richMenuId: z.string() });
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

/** The list can hold 1000 rich menus. In bytes. */
const maxBytes = 16 << 20;
const uploadTimeoutMs = 30_000;
const base = "/v2/bot/richmenu";
const defaultMenuPath = "/v2/bot/user/all/richmenu";

/** @param options `dataApiBaseUrl` is the host for image uploads, such as `https://api-data.line.me`. */
export function createRichMenuClient(
  options: LineHttpOptions & { readonly dataApiBaseUrl: string; readonly token: TokenSource },
): RichMenuClient {
  const { token, dataApiBaseUrl } = options;
  const api = createLineHttpClient({ ...options, connections: 8, maxBytes });
  const data = createLineHttpClient({ ...options, apiBaseUrl: dataApiBaseUrl, connections: 2 });

  const send = (client: LineHttpClient, { type, ...call }: Call): Promise<LineResponse> =>
    withToken(token, (bearer) =>
      client.send({
        ...call,
        headers: { authorization: `Bearer ${bearer}`, ...(type && { "content-type": type }) },
        read: true,
      }),
    );

  /** Sends a call. @throws {LineError} unless the answer is a success. */
  async function sendExpectingSuccess(call: Call, client = api): Promise<LineResponse> {
    const answer = await send(client, call);
    if (answer.status < 300) return answer;
    throw refusedError(call, answer);
  }

  const post = (path: string, body?: unknown, loggedPath = path): Promise<LineResponse> =>
    sendExpectingSuccess({
      method: "POST",
      path,
      loggedPath,
      ...(body !== undefined && { body: JSON.stringify(body), type: "application/json" }),
    });

  return {
    async list() {
      const answer = await sendExpectingSuccess({ method: "GET", path: `${base}/list` });
      return read(menuList, answer).richmenus;
    },
    create: async (request) => read(menuId, await post(base, request)).richMenuId,
    async upload(richMenuId, png) {
      await sendExpectingSuccess(
        {
          method: "POST",
          path: `${base}/${richMenuId}/content`,
          loggedPath: `${base}/…/content`,
          body: png,
          type: "image/png",
          timeoutMs: uploadTimeoutMs,
        },
        data,
      );
    },
    async remove(richMenuId) {
      const path = `${base}/${richMenuId}`;
      await sendExpectingSuccess({ method: "DELETE", path, loggedPath: `${base}/…` });
    },
    async aliases() {
      const answer = await sendExpectingSuccess({ method: "GET", path: `${base}/alias/list` });
      const { aliases } = read(aliasList, answer);
      return new Map(aliases.map((one) => [one.richMenuAliasId, one.richMenuId]));
    },
    async setAlias(richMenuAliasId, richMenuId, isNew) {
      if (isNew) await post(`${base}/alias`, { richMenuAliasId, richMenuId });
      else await post(`${base}/alias/${richMenuAliasId}`, { richMenuId }, `${base}/alias/…`);
    },
    async removeAlias(alias) {
      const path = `${base}/alias/${alias}`;
      await sendExpectingSuccess({ method: "DELETE", path, loggedPath: `${base}/alias/…` });
    },
    async defaultMenu() {
      const call: Call = { method: "GET", path: defaultMenuPath };
      const answer = await send(api, call);
      if (answer.status === 404) return null;
      if (answer.status >= 300) throw refusedError(call, answer);
      return read(menuId, answer).richMenuId;
    },
    async setDefaultMenu(richMenuId) {
      if (richMenuId === null)
        await sendExpectingSuccess({ method: "DELETE", path: defaultMenuPath });
      else await post(`${defaultMenuPath}/${richMenuId}`, undefined, `${defaultMenuPath}/…`);
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
      return read(progress, await sendExpectingSuccess({ method: "GET", path, loggedPath })).phase;
    },
    async link(userId, richMenuId) {
      await sendExpectingSuccess({
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

/** Builds the error of a refused call from LINE's message and details; contains no ids and no request body. */
function refusedError(
  { method, path, loggedPath = path }: Call,
  { status, text }: LineResponse,
): LineError {
  const { message, details } = parseJson(refusal, text) ?? { message: "", details: [] };
  const reasons = details.map((one) => `${one.property}: ${one.message}`);
  const description = [message, ...reasons].filter(Boolean).join("; ");
  return new LineError(codeOf(status), `${method} ${loggedPath}: ${status} ${description}`.trim(), {
    status,
  });
}

/** @throws {LineError} `malformed` when the body doesn't match the schema. */
function read<T>(schema: z.ZodType<T>, { text }: LineResponse): T {
  const value = parseJson(schema, text);
  if (value !== undefined) return value;
  throw new LineError("malformed", "LINE's answer isn't what it documents");
}
