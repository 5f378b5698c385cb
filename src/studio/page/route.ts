/** The page's address: which view is shown, and what of it. */
import { useEffect, useState } from "preact/hooks";

const views = ["chat", "gallery", "words"] as const;
export type View = (typeof views)[number];

/** Another object each time that the address changes. */
export interface Route {
  view: View;
  path: string;
}

/** `#/chat/<chat>[/<account>]`, `#/gallery[/<reply>/<language>/<sample>]`, `#/words[/<key>/<language>]`. */
function routeAt(hash: string): Route {
  const [, name, path = ""] = /^#\/(\w+)\/?(.*)$/.exec(hash) ?? [];
  return { view: views.find((one) => one === name) ?? "chat", path };
}

export const navigate = (hash: string): void => {
  location.hash = hash;
};

/** @param hasChat where there is none, the gallery stands in for it. */
export function useRoute(hasChat: boolean): Route {
  const [route, setRoute] = useState(() => routeAt(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeAt(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const [gallery] = useState<Route>({ view: "gallery", path: "" });
  return route.view === "chat" && !hasChat ? gallery : route;
}
