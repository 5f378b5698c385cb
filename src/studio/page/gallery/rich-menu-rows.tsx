/** The rich menus in the gallery, a row for each audience. */
import type { RichMenuSample } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { MessageActionsContext } from "../render/message-actions.ts";
import { RichMenuPicture } from "../rich-menu-picture.tsx";
import { menuPathOf } from "./rich-menu-details.tsx";
import { toastActions } from "./sample-messages.tsx";

const audiences: Record<string, string> = {
  member: "members",
  stranger: "whom we don’t know",
  cashier: "cashiers",
  manager: "managers and owners",
};

function card(menu: RichMenuSample) {
  const { id, audience, language, bar, edited } = menu;
  return (
    <article class="menu-card" aria-label={`menu, ${audience}, ${language}`}>
      <header>
        <a class="permalink" dir="auto" lang={language} href={`#/gallery/${menuPathOf(menu)}`}>
          {bar}
        </a>
        <span class="chip">{language}</span>
        {edited && <span class="chip changed">edited</span>}
      </header>
      <RichMenuPicture menu={menu} address={api.galleryMenuImage(id)} lang={language} />
    </article>
  );
}

export function RichMenuRows({ menus }: { menus: readonly RichMenuSample[] }) {
  if (menus.length === 0) return null;
  const rows = Array.from(
    Map.groupBy(menus, ({ audience }) => audience),
    ([audience, own]) => (
      <>
        <h3>{audiences[audience] ?? audience}</h3>
        <div class="sample-row">{own.map(card)}</div>
      </>
    ),
  );
  return (
    <MessageActionsContext.Provider value={toastActions}>
      <h2 class="gallery-kind">Below the chat</h2>
      <section class="reply" aria-label="menus" id="reply-menus">
        {rows}
      </section>
    </MessageActionsContext.Provider>
  );
}
