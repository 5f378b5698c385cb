/** The page's address: which view is shown, and what of it. */
import type { StudioInfo } from "../server/api-types.ts";
import { useEffect, useState } from "preact/hooks";

const views = ["chat", "gallery", "words", "stories", "drafts", "statistics"] as const;
export type View = (typeof views)[number];

/** Another object each time that the address changes. */
export interface Route {
  view: View;
  path: string;
}

/** `#/chat/<chat>[/<account>]`, `#/gallery[/<reply>/<language>/<sample>]`, `#/words[/<key>/<language>]`, `#/drafts[/<author>]`, `#/stories[/<name>]`, `#/statistics`. */
function routeAt(hash: string): Route {
  const [, name, path = ""] = /^#\/(\w+)\/?(.*)$/.exec(hash) ?? [];
  return { view: views.find((one) => one === name) ?? "chat", path };
}

export const navigate = (hash: string): void => {
  location.hash = hash;
};

/** Without a chat the gallery stands in for it; of a bot that isn't this one there is the chat only. */
export function useRoute({
  chat,
  ownBot,
  stories,
}: Pick<StudioInfo, "chat" | "ownBot" | "stories">): Route {
  const [route, setRoute] = useState(() => routeAt(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeAt(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const [instead] = useState<Route>({ view: chat ? "chat" : "gallery", path: "" });
  const isThere: Partial<Record<View, boolean>> = { chat, stories };
  return (isThere[route.view] ?? ownBot) ? route : instead;
}
