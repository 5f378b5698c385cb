/** The page's address: which view is shown, and what of it. */
import type { StudioInfo } from "../server/api-types.ts";
import { useEffect, useState } from "preact/hooks";

const views = ["chat", "gallery", "words", "drafts", "statistics"] as const;
export type View = (typeof views)[number];

/** Another object each time that the address changes. */
export interface Route {
  view: View;
  path: string;
}

/** `#/chat/<chat>[/<account>]`, `#/gallery[/<reply>/<language>/<sample>]`, `#/words[/<key>/<language>]`, `#/drafts[/<author>]`, `#/statistics`. */
function routeAt(hash: string): Route {
  const [, name, path = ""] = /^#\/(\w+)\/?(.*)$/.exec(hash) ?? [];
  return { view: views.find((one) => one === name) ?? "chat", path };
}

export const navigate = (hash: string): void => {
  location.hash = hash;
};

/** Without a chat the gallery stands in for it; of a bot that isn't this one there is the chat only. */
export function useRoute({ chat, ownBot }: Pick<StudioInfo, "chat" | "ownBot">): Route {
  const [route, setRoute] = useState(() => routeAt(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeAt(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const [instead] = useState<Route>({ view: chat ? "chat" : "gallery", path: "" });
  return (route.view === "chat" ? chat : ownBot) ? route : instead;
}
