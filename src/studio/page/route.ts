/** The page's address: which view is shown, and what of it. */
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { StudioInfo } from "../server/api-types.ts";

/** In the order in which the navigation has them. */
const views = [
  "chat",
  "gallery",
  "words",
  "answers",
  "drafts",
  "stories",
  "statistics",
  "deliveries",
] as const;
export type View = (typeof views)[number];

/** Another object each time that the address changes. */
export interface Route {
  view: View;
  path: string;
  /** Whether the address names no view, or one that isn't there for whoever looks. */
  isUnknown: boolean;
}

/**
 * `#/chat/<chat>[/<account>]`, `#/deliveries[/<event>]`, `#/gallery[/<reply>/<language>/<sample>]`,
 * `#/words[/<key>/<language>]`, `#/answers[/<name>]`, `#/drafts[/<author>]`, `#/stories[/<name>]`, `#/statistics`.
 */
function routeAt(hash: string): Route {
  const [, name = "", path = ""] = /^#\/(\w*)\/?(.*)$/.exec(hash) ?? [];
  const view = views.find((one) => one === name);
  return { view: view ?? "chat", path: view ? path : "", isUnknown: name !== "" && !view };
}

export const viewHash = (view: View): string => (view === "chat" ? "#/" : `#/${view}`);

export const navigate = (hash: string): void => {
  location.hash = hash;
};

/** The views of a studio: a reviewer sees the gallery only; what is said of replies and texts is of this bot. */
export function viewsOf({ chat, ownBot, stories, review }: StudioInfo): readonly View[] {
  if (review) return ["gallery"];
  return views.filter((view) =>
    view === "chat" || view === "deliveries" ? chat : view === "stories" ? stories : ownBot,
  );
}

/** The page's address; the first view stands in for one that isn't there. */
export function useRoute(info: StudioInfo): Route {
  const [route, setRoute] = useState(() => routeAt(location.hash));
  // No useEffect: it runs after the next frame, and a change of the address before that would be missed.
  useLayoutEffect(() => {
    const follow = () => setRoute(routeAt(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const [instead = "gallery"] = viewsOf(info);
  const isHere = viewsOf(info).includes(route.view);
  return useMemo(
    () =>
      isHere ? route : { view: instead, path: "", isUnknown: route.isUnknown || route.path !== "" },
    [route, isHere],
  );
}
