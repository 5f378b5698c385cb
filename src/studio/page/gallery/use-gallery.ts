/** What the gallery and the filters beside it share. */
import { useState } from "preact/hooks";
import { api } from "../api.ts";
import { navigate, type Route } from "../route.ts";
import { useLoaded } from "../use-loaded.ts";
import { everything, type GalleryFilter } from "./filter.ts";
import type { GalleryContent } from "./gallery.tsx";

async function read(): Promise<GalleryContent> {
  const [page, { menus }] = await Promise.all([api.replies(), api.menus()]);
  return { ...page, menus };
}

/** @param route the page's; the gallery is read whenever it is entered: its samples are a megabyte. */
export function useGallery(route: Route, onError: (error: unknown) => void) {
  const isShown = route.view === "gallery";
  const loading = useLoaded(read, isShown || null, onError);
  const [filter, setFilter] = useState<GalleryFilter>(everything);
  const [target, setTarget] = useState<string>();
  const leaveSample = () => {
    if (route.path !== "") navigate("#/gallery");
  };
  return {
    content: loading.value,
    loading,
    filter,
    target,
    onFilter(next: GalleryFilter) {
      setFilter(next);
      leaveSample();
    },
    onJump(reply: string) {
      setTarget(reply);
      leaveSample();
    },
    onReached: () => setTarget(undefined),
  };
}
