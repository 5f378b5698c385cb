/** Client of LINE's rich menu API: lists, creates, deletes and links the rich menus and aliases of one channel. */
import { z } from "zod";
import { LineError } from "./errors.ts";
import type { RichMenu } from "./messages/message-types.ts";
import {
  createRichMenuCalls,
  read,
  type RichMenuCalls,
  type RichMenuClientOptions,
} from "./rich-menu-calls.ts";

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
