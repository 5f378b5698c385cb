/** Client of LINE's rich menu API: lists, creates, deletes and links the rich menus and aliases of one channel. */
import { z } from "zod";
import { codeOf, LineError } from "./errors.ts";
import {
  createLineHttpClient,
  type LineHttpClient,
  type LineHttpOptions,
  type LineRequest,
  type LineResponse,
  parseJson,
} from "./http-client.ts";
import type { RichMenu } from "./messages/message-types.ts";
import { type TokenSource, withToken } from "./stateless-tokens.ts";

/** A rich menu in LINE's list. */
export interface RichMenuSummary {
  richMenuId: string;
  name: string;
}

/** One operation of a batch: every user linked to `from` is linked to `to` instead. Values are rich menu ids. */
interface Move {
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
const uploadTimeoutMs = 30_000;
const base = "/v2/bot/richmenu";
const defaultMenuPath = "/v2/bot/user/all/richmenu";

export function createRichMenuClient(options: RichMenuClientOptions): RichMenuClient {
  const calls = createRichMenuCalls(options);
  return {
    ...menuMethods(calls),
    ...aliasMethods(calls),
    ...linkMethods(calls),
    [Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
  };
}

function menuMethods(
  calls: RichMenuCalls,
): Pick<RichMenuClient, "list" | "create" | "upload" | "remove"> {
  return {
    async list() {
      const answer = await calls.send({ method: "GET", path: `${base}/list` });
      return read(menuList, answer).richmenus;
    },
    create: async (request) => read(menuId, await calls.post(base, request)).richMenuId,
    async upload(richMenuId, png) {
      await calls.upload({
        method: "POST",
        path: `${base}/${richMenuId}/content`,
        loggedPath: `${base}/…/content`,
        body: png,
        type: "image/png",
        timeoutMs: uploadTimeoutMs,
      });
    },
    async remove(richMenuId) {
      const path = `${base}/${richMenuId}`;
      await calls.send({ method: "DELETE", path, loggedPath: `${base}/…` });
    },
  };
}

function aliasMethods(
  calls: RichMenuCalls,
): Pick<RichMenuClient, "aliases" | "setAlias" | "removeAlias"> {
  return {
    async aliases() {
      const answer = await calls.send({ method: "GET", path: `${base}/alias/list` });
      const { aliases } = read(aliasList, answer);
      return new Map(aliases.map((one) => [one.richMenuAliasId, one.richMenuId]));
    },
    async setAlias(richMenuAliasId, richMenuId, isNew) {
      const update = () =>
        calls.post(`${base}/alias/${richMenuAliasId}`, { richMenuId }, `${base}/alias/…`);
      if (!isNew) return void (await update());
      try {
        await calls.post(`${base}/alias`, { richMenuAliasId, richMenuId });
      } catch (error) {
        // Another process has just created it, such as a bot that starts beside the command.
        if (!(error instanceof LineError) || error.status !== 400) throw error;
        await update().catch(() => {
          throw error;
        });
      }
    },
    async removeAlias(alias) {
      const path = `${base}/alias/${alias}`;
      await calls.send({ method: "DELETE", path, loggedPath: `${base}/alias/…` });
    },
  };
}

/** Which users see which menu. */
function linkMethods(
  calls: RichMenuCalls,
): Pick<RichMenuClient, "defaultMenu" | "setDefaultMenu" | "move" | "progress" | "link"> {
  return {
    async defaultMenu() {
      const answer = await calls.find(defaultMenuPath);
      return answer && read(menuId, answer).richMenuId;
    },
    async setDefaultMenu(richMenuId) {
      if (richMenuId === null) await calls.send({ method: "DELETE", path: defaultMenuPath });
      else await calls.post(`${defaultMenuPath}/${richMenuId}`, undefined, `${defaultMenuPath}/…`);
    },
    async move(moves) {
      const operations = moves.map(({ from, to }) => ({ type: "link", from, to }));
      const { requestId } = await calls.post(`${base}/batch`, { operations });
      if (requestId !== undefined) return requestId;
      throw new LineError("malformed", "LINE took on a batch without naming it");
    },
    async progress(requestId) {
      const path = `${base}/progress/batch?requestId=${encodeURIComponent(requestId)}`;
      const loggedPath = `${base}/progress/batch`;
      return read(progress, await calls.send({ method: "GET", path, loggedPath })).phase;
    },
    async link(userId, richMenuId) {
      await calls.send({
        method: "POST",
        path: `/v2/bot/user/${encodeURIComponent(userId)}/richmenu/${richMenuId}`,
        loggedPath: "/v2/bot/user/…/richmenu/…",
      });
    },
  };
}

// Sends calls of LINE's rich menu API with the channel's token.

interface RichMenuClientOptions extends LineHttpOptions {
  /** Host of image uploads, such as `https://api-data.line.me`. */
  readonly dataApiBaseUrl: string;
  readonly token: TokenSource;
}

type Call = Omit<LineRequest, "headers"> & { type?: string };

interface RichMenuCalls extends AsyncDisposable {
  /** @throws {LineError} unless the answer is a success. */
  send(call: Call): Promise<LineResponse>;
  /** The same to the host of image uploads. @throws {LineError} unless the answer is a success. */
  upload(call: Call): Promise<LineResponse>;
  /** The answer of a resource; null where there is none. @throws {LineError} */
  find(path: string): Promise<LineResponse | null>;
  /** Posts JSON, or nothing. @throws {LineError} unless the answer is a success. */
  post(path: string, body?: unknown, loggedPath?: string): Promise<LineResponse>;
}

/** The list can hold 1000 rich menus. In bytes. */
const maxBytes = 16 << 20;

const refusal = z.looseObject({
  message: z.string().catch(""),
  details: z
    .array(z.looseObject({ message: z.string().catch(""), property: z.string().catch("") }))
    .catch([]),
});

function createRichMenuCalls(options: RichMenuClientOptions): RichMenuCalls {
  const { token, dataApiBaseUrl } = options;
  const api = createLineHttpClient({ ...options, connections: 8, maxBytes });
  const data = createLineHttpClient({ ...options, apiBaseUrl: dataApiBaseUrl, connections: 2 });

  const request = (client: LineHttpClient, { type, ...call }: Call): Promise<LineResponse> =>
    withToken(token, (bearer) =>
      client.send({
        ...call,
        headers: { authorization: `Bearer ${bearer}`, ...(type && { "content-type": type }) },
        read: true,
      }),
    );

  async function succeed(client: LineHttpClient, call: Call): Promise<LineResponse> {
    const answer = await request(client, call);
    if (answer.status < 300) return answer;
    throw refusedError(call, answer);
  }

  return {
    send: (call) => succeed(api, call),
    upload: (call) => succeed(data, call),
    async find(path) {
      const call: Call = { method: "GET", path };
      const answer = await request(api, call);
      if (answer.status === 404) return null;
      if (answer.status >= 300) throw refusedError(call, answer);
      return answer;
    },
    post: (path, body, loggedPath = path) =>
      succeed(api, {
        method: "POST",
        path,
        loggedPath,
        ...(body !== undefined && { body: JSON.stringify(body), type: "application/json" }),
      }),
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
