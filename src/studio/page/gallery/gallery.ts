/** Every reply in every language with every sample, side by side as a phone shows it. */
import type { GalleryPage, MenuShown, Shown } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { button, byId, el } from "../dom.ts";
import { drawMessages } from "./sample-messages.ts";
import { menuWall } from "./rich-menu-shelf.ts";
import { altText, missingSample, pathOf, singleSample } from "./sample-details.ts";
import { bytesText } from "../inspector/meters.ts";
import type { Search } from "../search.ts";

export interface Gallery {
  /** @param path of a single sample, such as `balance/th/ordinary`; empty = all of them. */
  open(path: string): Promise<void>;
}

const kinds: Record<Shown["kind"], string> = {
  asked: "Asked by members",
  stranger: "To whom we don’t know",
  trouble: "When something fails",
  group: "In groups",
};

const isNear = ({ measures, faults }: Shown) =>
  faults.length > 0 || measures.some(({ near }) => near);

interface Filter {
  languages: Set<string>;
  /** `ordinary`, `empty`, `longest`; all of them when it is empty. */
  sample: string;
  near: boolean;
  changed: boolean;
}

export function createGallery(search: Search): Gallery {
  const place = byId("gallery", HTMLElement);
  const side = byId("gallery-filters", HTMLElement);
  const filter: Filter = { languages: new Set(), sample: "", near: false, changed: false };
  let page: GalleryPage | undefined;
  let menus: readonly MenuShown[] = [];
  let single = "";
  /** Draws a sample when it comes near the window: a few hundred at once would take a second. */
  let nearby: IntersectionObserver | undefined;

  const passes = (one: Shown) =>
    (filter.languages.size === 0 || filter.languages.has(one.language)) &&
    (filter.sample === "" || one.sample.split("-")[0] === filter.sample) &&
    (!filter.near || isNear(one)) &&
    (!filter.changed || one.published !== undefined) &&
    (search.words() === "" ||
      `${one.reply} ${one.sample} ${JSON.stringify(one.messages)}`
        .toLowerCase()
        .includes(search.words()));

  const passesToo = (menu: MenuShown) =>
    (filter.languages.size === 0 || filter.languages.has(menu.language)) &&
    (filter.sample === "" || filter.sample === "ordinary") &&
    !filter.near &&
    (!filter.changed || menu.edited) &&
    `menu ${menu.audience} ${JSON.stringify(menu.areas)}`.toLowerCase().includes(search.words());

  function card(one: Shown): HTMLElement {
    const label = `${one.reply}, ${one.sample}, ${one.language}`;
    const screen = el("div", {
      class: "screen waiting",
      attributes: { tabindex: "0", role: "group", "aria-label": "As a phone shows it" },
    });
    nearby?.observe(screen);
    waiting.set(screen, one);
    return el(
      "article",
      { class: "card", attributes: { "aria-label": label, "data-path": pathOf(one) } },
      el(
        "header",
        {},
        el(
          "a",
          { class: "permalink", attributes: { href: `#/gallery/${pathOf(one)}` } },
          one.sample,
        ),
        el("span", { class: "chip" }, one.language),
        el("span", { class: "faint" }, bytesText(one.bytes)),
        isNear(one) ? el("span", { class: "chip ill" }, nearText(one)) : undefined,
        one.published ? el("span", { class: "chip changed" }, "edited") : undefined,
      ),
      screen,
      el(
        "p",
        {
          class: "alt",
          attributes: {
            dir: "auto",
            lang: one.language,
            tabindex: "0",
            role: "group",
            "aria-label": "In words",
          },
        },
        altText(one),
      ),
    );
  }

  const waiting = new Map<Element, Shown>();
  function drawNow(screen: Element): void {
    const one = waiting.get(screen);
    if (!one) return;
    waiting.delete(screen);
    nearby?.unobserve(screen);
    screen.classList.remove("waiting");
    screen.append(...drawMessages(one.messages, one.language));
  }

  function draw(): void {
    if (!page) return;
    waiting.clear();
    nearby?.disconnect();
    nearby = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) drawNow(target);
      },
      { root: place, rootMargin: "300px 100px" },
    );
    const one = page.shown.find((shown) => pathOf(shown) === single);
    if (single !== "") place.replaceChildren(one ? singleSample(one) : missingSample());
    else {
      const [replies, below] = [page.shown.filter(passes), menus.filter(passesToo)];
      const nothing = el("p", { class: "nobody" }, "Nothing matches");
      place.replaceChildren(...(replies.length + below.length > 0 ? wall(replies) : [nothing]));
      place.append(...menuWall(below));
    }
  }

  function wall(shown: readonly Shown[]): HTMLElement[] {
    return Array.from(Map.groupBy(shown, ({ kind }) => kind)).flatMap(([kind, ofKind]) => [
      el("h2", { class: "gallery-kind" }, kinds[kind]),
      ...Array.from(
        Map.groupBy(ofKind, ({ reply }) => reply),
        ([reply, own]) =>
          el(
            "section",
            { class: "reply", attributes: { "aria-label": reply, id: `reply-${reply}` } },
            el("h3", {}, reply),
            ...Array.from(Map.groupBy(own, ({ sample }) => sample).values(), (row) =>
              el("div", { class: "shelf" }, ...row.map(card)),
            ),
          ),
      ),
    ]);
  }

  function toggle(label: string, isOn: () => boolean, flip: () => void): HTMLElement {
    const made = button("switch", label, () => {
      flip();
      showFilters();
      leaveSingle();
      draw();
    });
    made.setAttribute("aria-pressed", String(isOn()));
    made.dataset["filter"] = label;
    return made;
  }

  function showFilters(): void {
    if (!page) return;
    const focused = document.activeElement?.getAttribute("data-filter");
    const replies = [...new Set(page.shown.map(({ reply }) => reply)), "menus"];
    side.replaceChildren(
      group(
        "Language",
        ...page.languages.map((one) =>
          toggle(
            one,
            () => filter.languages.has(one),
            () => {
              if (!filter.languages.delete(one)) filter.languages.add(one);
            },
          ),
        ),
      ),
      group(
        "Sample",
        ...["ordinary", "empty", "longest"].map((one) =>
          toggle(
            one,
            () => filter.sample === one,
            () => (filter.sample = filter.sample === one ? "" : one),
          ),
        ),
      ),
      group(
        "Only",
        toggle(
          "near a limit",
          () => filter.near,
          () => (filter.near = !filter.near),
        ),
        ...(page.drafts
          ? [
              toggle(
                "edited",
                () => filter.changed,
                () => (filter.changed = !filter.changed),
              ),
            ]
          : []),
      ),
      el("h2", { class: "kind" }, "Replies"),
      el("ul", { class: "jumps" }, ...replies.map((reply) => el("li", {}, jump(reply)))),
    );
    const again = Array.from(side.querySelectorAll<HTMLElement>("[data-filter]"));
    again.find((one) => one.dataset["filter"] === focused)?.focus();
  }

  const jump = (reply: string) =>
    button("jump", reply, () => {
      if (leaveSingle()) draw();
      document.getElementById(`reply-${reply}`)?.scrollIntoView({ block: "start" });
    });

  /** @returns whether a single sample was shown. */
  function leaveSingle(): boolean {
    if (single === "") return false;
    single = "";
    history.pushState(null, "", "#/gallery");
    return true;
  }

  return {
    async open(path) {
      single = path;
      search.serve({
        label: "Search replies",
        filter: draw,
        focus: () => place.querySelector<HTMLElement>("a.permalink")?.focus(),
      });
      document.title = path ? `${path} · Studio` : "Gallery · Studio";
      [page, { menus }] = await Promise.all([api.replies(), api.menus()]);
      showFilters();
      draw();
    },
  };
}

function nearText({ measures, faults }: Shown): string {
  if (faults.length > 0) return "breaks a rule";
  const fullest = measures
    .filter(({ near }) => near)
    .toSorted((a, b) => b.used / b.limit - a.used / a.limit)[0];
  return fullest ? `${fullest.what} ${Math.round((fullest.used / fullest.limit) * 100)} %` : "";
}

const group = (title: string, ...inner: HTMLElement[]) =>
  el(
    "div",
    { class: "filter", attributes: { role: "group", "aria-label": title } },
    el("h2", { class: "kind" }, title),
    el("div", { class: "switch-group" }, ...inner),
  );
