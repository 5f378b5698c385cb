/** Every reply in every language with every sample, side by side as a phone shows it. */
import { useEffect } from "preact/hooks";
import type { GalleryPage, RichMenuSample, Sample } from "../../server/api-types.ts";
import { menuPasses, passes, type GalleryFilter } from "./filter.ts";
import { menuPathOf, RichMenuDetails } from "./rich-menu-details.tsx";
import { RichMenuRows } from "./rich-menu-rows.tsx";
import { pathOf, SampleCard } from "./sample-card.tsx";
import { SampleDetails } from "./sample-details.tsx";

export interface GalleryContent extends GalleryPage {
  menus: readonly RichMenuSample[];
}

const kinds: Record<Sample["kind"], string> = {
  intent: "Asked by members",
  onboarding: "To whom we don’t know",
  notice: "After staff have done something",
  failure: "When something fails",
  group: "In groups",
  staff: "To staff",
};

function replySection(reply: string, samples: readonly Sample[]) {
  const rows = Map.groupBy(samples, ({ sample }) => sample).values();
  return (
    <section key={reply} class="reply" aria-label={reply} id={`reply-${reply}`}>
      <h3>{reply}</h3>
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
      {kinds[kind]}
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
  /** A reply to scroll to, and what is called when that is done. */
  target: string | undefined;
  onReached(): void;
}

export function Gallery({ content, path, filter, searched, target, onReached }: GalleryProps) {
  useEffect(() => {
    if (target === undefined || path !== "") return;
    document.getElementById(`reply-${target}`)?.scrollIntoView({ block: "start" });
    onReached();
  }, [target, path]);
  const shown = (content?.shown ?? []).filter((one) => passes(one, filter, searched));
  const menus = (content?.menus ?? []).filter((menu) => menuPasses(menu, filter, searched));
  const isEmpty = shown.length + menus.length === 0;
  return (
    <section id="gallery" class="gallery" aria-label="Gallery" tabindex={-1}>
      {content &&
        (path === "" ? (
          <>
            {isEmpty && <p class="placeholder">Nothing matches</p>}
            {replySections(shown)}
            <RichMenuRows menus={menus} />
          </>
        ) : (
          detailsAt(content, path)
        ))}
    </section>
  );
}
