/** The rich menus in the gallery: a row for each audience, and one by itself. */
import type { RichMenuSample } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { languageName, t } from "../i18n.ts";
import { Button, CodeBlock } from "../parts.tsx";
import { MessageActionsContext } from "../render/actions.tsx";
import { RichMenuPicture } from "../render/imagemap.tsx";
import { CopyAddress, copyPicture } from "../sharing/copy.tsx";
import { audienceTitle } from "./gallery-filters.tsx";
import { toastActions } from "./sample-messages.tsx";

const menuLabel = (menu: RichMenuSample) =>
  t("gallery.menu.label", {
    audience: audienceTitle(menu),
    language: languageName(menu.language),
  });

function card(menu: RichMenuSample) {
  const { id, language, bar, edited } = menu;
  return (
    <article class="menu-card" aria-label={menuLabel(menu)}>
      <header>
        <a class="permalink" dir="auto" lang={language} href={`#/gallery/${menuPathOf(menu)}`}>
          {bar}
        </a>
        <span class="chip">{languageName(language)}</span>
        {edited && <span class="chip changed">{t("filter.edited")}</span>}
      </header>
      <RichMenuPicture menu={menu} address={api.galleryMenuImage(id)} lang={language} />
    </article>
  );
}

/** The rich menus in the gallery, a row for each audience. */
export function RichMenuRows({ menus }: { menus: readonly RichMenuSample[] }) {
  if (menus.length === 0) return null;
  const rows = Array.from(
    Map.groupBy(menus, ({ audience }) => audience),
    ([audience, own]) => (
      <>
        <h3>{own[0] ? audienceTitle(own[0]) : audience}</h3>
        <div class="sample-row">{own.map(card)}</div>
      </>
    ),
  );
  return (
    <MessageActionsContext.Provider value={toastActions}>
      <h2 class="gallery-kind">{t("kind.menus")}</h2>
      <section class="reply" aria-label={t("kind.menus")}>
        {rows}
      </section>
    </MessageActionsContext.Provider>
  );
}

/** A rich menu's address in the gallery. */
export const menuPathOf = ({ audience, language }: RichMenuSample) =>
  `menus/${audience}/${language}`;

const imageOf = async (address: string) => (await fetch(address)).blob();

/** One rich menu of the gallery by itself. */
export function RichMenuDetails({ menu }: { menu: RichMenuSample }) {
  const { id, language, bar, areas } = menu;
  const address = api.galleryMenuImage(id);
  const copy = () => void copyPicture(imageOf(address), menuPathOf(menu).replaceAll("/", "-"));
  return (
    <section class="single" aria-label={menuLabel(menu)}>
      <a class="quiet" href="#/gallery">
        ‹ {t("gallery.all")}
      </a>
      <h2>
        {t("gallery.menu")} <span class="chip">{audienceTitle(menu)}</span>{" "}
        <span class="chip">{languageName(language)}</span>
      </h2>
      <div class="share" role="group" aria-label={t("gallery.share")}>
        <CopyAddress class="small" />
        <Button class="small" onClick={copy}>
          {t("gallery.copyPicture")}
        </Button>
      </div>
      <div class="compare">
        <figure class="screen-alone">
          <figcaption dir="auto" lang={language}>
            {bar}
          </figcaption>
          <MessageActionsContext.Provider value={toastActions}>
            <RichMenuPicture menu={menu} address={address} lang={language} />
          </MessageActionsContext.Provider>
        </figure>
        <div class="facts">
          <h3>{t("gallery.areas")}</h3>
          <CodeBlock json={JSON.stringify(areas)} label={t("gallery.areas.json")} />
        </div>
      </div>
    </section>
  );
}
