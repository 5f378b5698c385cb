/** Uses the studio of a story's bot by HTTP, as somebody who has logged in. */
import { factsOf } from "./staff.ts";
import type { World } from "./world.ts";

/** @param cookie of who calls; absent = nobody has logged in. */
export function studioOf({ bot }: { bot: Pick<World["bot"], "origin"> }) {
  const call = (path: string, body?: unknown, cookie = "") =>
    fetch(`${bot.origin}/studio/${path}`, {
      headers: { "content-type": "application/json", origin: bot.origin, cookie },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  return {
    call,
    room: async (cookie = ""): Promise<unknown> => (await call("room", undefined, cookie)).json(),
    logInByPassword: async (password: string) => cookieOf(await call("login", { password })),
  };
}

/** Writes /studio to the bot, and opens the link. @returns the cookie. */
export async function logInByLink(world: World, label: string): Promise<string> {
  const text = factsOf(await world.sendText(label, "/studio"));
  const [, link] = /#\/login\/([\w-]{43})$/m.exec(text) ?? [];
  return cookieOf(await studioOf(world).call("login/link", { link }));
}

function cookieOf(response: Response): string {
  const [cookie = ""] = (response.headers.get("set-cookie") ?? "").split(";");
  if (!cookie) throw new Error(`no log-in: the studio answered ${response.status}`);
  return cookie;
}
