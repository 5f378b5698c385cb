/** Every reply in every language with every sample, side by side as a phone shows it. */
import { useState } from "preact/hooks";
import type { GalleryPage, RichMenuSample, Sample } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { t } from "../i18n.ts";
import { useLoaded } from "../requests.tsx";
import { navigate, type Route } from "../route.ts";
import {
  everything,
  menuPasses,
  passes,
  replyTitle,
  type GalleryFilter,
} from "./gallery-filters.tsx";
import { menuPathOf, RichMenuDetails, RichMenuRows } from "./rich-menus.tsx";
import { pathOf, SampleCard, SampleDetails } from "./samples.tsx";

interface GalleryContent extends GalleryPage {
  menus: readonly RichMenuSample[];
}

function replySection(reply: string, samples: readonly Sample[]) {
  const rows = Map.groupBy(samples, ({ sample }) => sample).values();
  return (
    <section key={reply} class="reply" aria-label={replyTitle(reply)}>
      <h3>
        {replyTitle(reply)} <code class="code-name">{reply}</code>
      </h3>
      {Array.from(rows, (row) => (
        <div class="sample-row">
          {row.map((sample) => (
            <SampleCard key={pathOf(sample)} sample={sample} />
          ))}
        </div>
      ))}
    </section>
  );
}

const replySections = (shown: readonly Sample[]) =>
  Array.from(Map.groupBy(shown, ({ kind }) => kind)).flatMap(([kind, ofKind]) => [
    <h2 key={kind} class="gallery-kind">
      {t(`kind.${kind}`)}
    </h2>,
    ...Array.from(
      Map.groupBy(ofKind, ({ reply }) => reply),
      ([reply, own]) => replySection(reply, own),
    ),
  ]);

function detailsAt({ shown, menus }: GalleryContent, path: string) {
  const menu = menus.find((one) => menuPathOf(one) === path);
  if (menu) return <RichMenuDetails key={path} menu={menu} />;
  return <SampleDetails key={path} sample={shown.find((one) => pathOf(one) === path)} />;
}

interface GalleryProps {
  content: GalleryContent | undefined;
  /** Of a single sample, such as `balance/th/ordinary`; empty = all of them. */
  path: string;
  filter: GalleryFilter;
  /** In small letters. */
  searched: string;
}

export function Gallery({ content, path, filter, searched }: GalleryProps) {
  const shown = (content?.shown ?? []).filter((one) => passes(one, filter, searched));
  const menus = (content?.menus ?? []).filter((menu) => menuPasses(menu, filter, searched));
  const isEmpty = shown.length + menus.length === 0;
  return (
    <section id="gallery" class="gallery" aria-label={t("view.gallery")} tabindex={-1}>
      {content &&
        (path === "" ? (
          <>
            <p class="view-about">{t("gallery.about")}</p>
            {isEmpty && <p class="placeholder">{t("gallery.none")}</p>}
            {replySections(shown)}
            <RichMenuRows menus={menus} />
          </>
        ) : (
          detailsAt(content, path)
        ))}
    </section>
  );
}

async function read(): Promise<GalleryContent> {
  const [page, { menus }] = await Promise.all([api.replies(), api.menus()]);
  return { ...page, menus };
}

/**
 * What the gallery and the filters beside it share.
 * @param route the page's; the gallery is read whenever it is entered: its samples are a megabyte.
 */
export function useGallery(route: Route, onError: (error: unknown) => void) {
  const isShown = route.view === "gallery";
  const loading = useLoaded(read, isShown || null, onError);
  const [filter, setFilter] = useState<GalleryFilter>(everything);
  return {
    content: loading.value,
    loading,
    filter,
    onFilter(next: GalleryFilter) {
      setFilter(next);
      // Who looks at one sample wants to see the others now.
      if (route.path !== "") navigate("#/gallery");
    },
  };
}
