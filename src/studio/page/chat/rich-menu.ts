/** The rich menu below the chat: its picture with areas that can be tapped, and the bar that opens it. */
import type { PhoneMenu, Place } from "../../server/line-simulator.ts";
import type { Action } from "../../../line/message-types.ts";
import { api } from "../api.ts";
import { button, byId, el, setStyle } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Handlers } from "../render/handlers.ts";
import { actionButton } from "../render/tappable.ts";

export interface RichMenu {
  /** Shows nothing until the menu of this chat is read. */
  open(place: Place): void;
  /** Reads which menu the person sees; draws only another one than before. */
  refresh(): Promise<void>;
}

/** A menu that would leave less than this of the screen to the chat waits to be opened. */
const roomPx = 320;

export function createRichMenu(handlers: Handlers): RichMenu {
  const section = byId("rich-menu", HTMLElement);
  let place: Place | undefined;
  let shown: string | undefined;
  /** As somebody left it in this chat. */
  let isOpen: boolean | undefined;

  function draw({ account }: Place, menu: PhoneMenu): void {
    const picture = pictureOf(menu, api.menuImage(account, menu.id), (action) => {
      handlers.tap(action);
      const after = action.type === "postback" ? action.inputOption : undefined;
      if (after === "openKeyboard" || after === "closeRichMenu") unfold(false);
    });
    picture.id = "rich-menu-picture";
    const bar = button(
      "rich-menu-bar",
      menu.bar,
      () => unfold(picture.hidden === true),
      el("span", { attributes: { dir: "auto" } }, menu.bar),
      icon("fold"),
    );
    bar.setAttribute("aria-controls", picture.id);
    const unfold = (open: boolean) => {
      isOpen = open;
      picture.hidden = !open;
      bar.setAttribute("aria-expanded", String(open));
    };
    section.replaceChildren(bar, picture);
    section.hidden = false;
    const { width, height } = menu.size;
    const needed = (section.clientWidth * height) / width;
    unfold(isOpen ?? (menu.selected && innerHeight - needed > roomPx));
  }

  return {
    open(next) {
      place = next;
      shown = undefined;
      isOpen = undefined;
      section.hidden = true;
      section.replaceChildren();
    },
    async refresh() {
      const asked = place;
      if (!asked) return;
      const { menu } = await api.menu(asked);
      if (asked !== place || menu?.id === shown) return;
      shown = menu?.id;
      section.hidden = menu === null;
      if (menu) draw(asked, menu);
    },
  };
}

/** @param address of its image. */
export function pictureOf(
  { size, areas }: PhoneMenu,
  address: string,
  tap: (action: Action) => void,
): HTMLElement {
  const { width, height } = size;
  const buttons = areas.map(({ bounds, action }) => {
    const made = actionButton(
      "rich-menu-area",
      action,
      labelOf(action),
      { tap, nameOf: () => undefined },
      "",
    );
    setStyle(made, {
      left: share(bounds.x, width),
      top: share(bounds.y, height),
      width: share(bounds.width, width),
      height: share(bounds.height, height),
    });
    return made;
  });
  return el(
    "div",
    { class: "rich-menu-picture", style: { "aspect-ratio": `${width} / ${height}` } },
    el("img", { attributes: { src: address, alt: "", loading: "lazy" } }),
    ...buttons,
  );
}

const share = (part: number, whole: number) => `${(part / whole) * 100}%`;

const labelOf = (action: Action): string =>
  action.label ??
  ("displayText" in action ? action.displayText : undefined) ??
  ("text" in action ? action.text : undefined) ??
  "Area";
