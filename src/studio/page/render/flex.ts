/** Draws Flex containers: one bubble, or a carousel of them. */
import { el } from "../dom.ts";
import type {
  FlexBox,
  FlexBubble,
  FlexComponent,
  FlexContainer,
} from "../../../line/message-types.ts";
import { colour } from "../sanitize.ts";
import { renderComponent } from "./flex-component.ts";
import type { Handlers } from "./handlers.ts";
import { unknown } from "../assert-never.ts";
import { makeTappable } from "./tappable.ts";
import { carousel } from "./template.ts";

type Block = "header" | "hero" | "body" | "footer";

const blocks: Block[] = ["header", "hero", "body", "footer"];
const sizes = new Set<string>(["nano", "micro", "deca", "hecto", "kilo", "mega", "giga"]);

/** @param altText what a screen reader says first, as LINE's notifications do. */
export function renderFlex(
  container: FlexContainer,
  altText: string,
  handlers: Handlers,
): HTMLElement {
  switch (container.type) {
    case "bubble": {
      const bubble = renderBubble(container, handlers);
      bubble.setAttribute("role", "group");
      bubble.setAttribute("aria-label", altText);
      return bubble;
    }
    case "carousel":
      return carousel(
        altText,
        container.contents.map((bubble) => renderBubble(bubble, handlers)),
      );
    default:
      unknown(container);
      return el("div", { class: "bubble" }, altText);
  }
}

function renderBubble(bubble: FlexBubble, handlers: Handlers): HTMLElement {
  const size = bubble.size && sizes.has(bubble.size) ? bubble.size : "mega";
  const attributes = { dir: bubble.direction === "rtl" ? "rtl" : "ltr" };
  const shown = el("div", { class: `flex-bubble size-${size}`, attributes });
  for (const name of blocks) {
    const part: FlexBox | FlexComponent | undefined = bubble[name];
    if (part) shown.append(renderBlock(name, part, bubble, handlers));
  }
  return makeTappable(shown, bubble.action, handlers);
}

function renderBlock(
  name: Block,
  part: FlexComponent,
  { styles, footer }: FlexBubble,
  handlers: Handlers,
): HTMLElement {
  const style = styles?.[name];
  const line = style?.separator ? (colour(style.separatorColor) ?? "#d4d6da") : undefined;
  const followed = name === "body" && footer ? " above-footer" : "";
  return el(
    "div",
    {
      class: `flex-block flex-${name}${followed}`,
      style: {
        "background-color": colour(style?.backgroundColor),
        "border-top": line && `1px solid ${line}`,
      },
    },
    renderComponent(part, { parent: "block", index: 0 }, handlers),
  );
}
