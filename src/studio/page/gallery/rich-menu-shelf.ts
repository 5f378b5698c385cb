/** The rich menus in the gallery, a row for each audience. */
import type { MenuShown } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { el } from "../dom.ts";
import { pictureOf } from "../chat/rich-menu.ts";
import { toast } from "../toast.ts";

const audiences: Record<string, string> = {
  member: "members",
  stranger: "whom we don’t know",
  staff: "staff",
};

export function menuWall(menus: readonly MenuShown[]): HTMLElement[] {
  if (menus.length === 0) return [];
  const rows = Array.from(
    Map.groupBy(menus, ({ audience }) => audience),
    ([audience, own]) => [
      el("h3", {}, audiences[audience] ?? audience),
      el("div", { class: "shelf" }, ...own.map(card)),
    ],
  );
  return [
    el("h2", { class: "gallery-kind" }, "Below the chat"),
    el(
      "section",
      { class: "reply", attributes: { "aria-label": "menus", id: "reply-menus" } },
      ...rows.flat(),
    ),
  ];
}

function card(menu: MenuShown): HTMLElement {
  const { id, audience, language, bar, edited } = menu;
  const picture = pictureOf(menu, api.paintedMenu(id), (action) =>
    toast(`In the chat this is: ${action.label ?? action.type}`),
  );
  picture.lang = language;
  return el(
    "article",
    { class: "menu-card", attributes: { "aria-label": `menu, ${audience}, ${language}` } },
    el(
      "header",
      {},
      el("span", { attributes: { dir: "auto", lang: language } }, bar),
      el("span", { class: "chip" }, language),
      edited ? el("span", { class: "chip changed" }, "edited") : undefined,
    ),
    picture,
  );
}
