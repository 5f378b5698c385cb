/** Flex containers: one bubble, or a carousel of them. */
import type {
  FlexBubble,
  FlexComponent,
  FlexContainer,
} from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes } from "../classes.ts";
import { color } from "../sanitize.ts";
import { Carousel } from "./carousel.tsx";
import { FlexComponentView } from "./flex-component.tsx";
import { TapArea, textOfBubble } from "./tap-area.tsx";

type Block = "header" | "hero" | "body" | "footer";

const blocks: Block[] = ["header", "hero", "body", "footer"];
const sizes = new Set<string>(["nano", "micro", "deca", "hecto", "kilo", "mega", "giga"]);

interface FlexProps {
  container: FlexContainer;
  /** What a screen reader says first, as LINE's notifications do. */
  altText: string;
}

export function FlexView({ container, altText }: FlexProps) {
  switch (container.type) {
    case "bubble":
      return <Bubble bubble={container} label={altText} />;
    case "carousel":
      return (
        <Carousel label={altText}>
          {container.contents.map((bubble) => (
            <Bubble bubble={bubble} />
          ))}
        </Carousel>
      );
    default:
      assertNever(container);
      return <div class="bubble">{altText}</div>;
  }
}

function Bubble({ bubble, label }: { bubble: FlexBubble; label?: string }) {
  const { action, direction } = bubble;
  const size = bubble.size && sizes.has(bubble.size) ? bubble.size : "mega";
  return (
    <div
      class={classes("flex-bubble", `size-${size}`, action && "tappable")}
      dir={direction === "rtl" ? "rtl" : "ltr"}
      role={label === undefined ? undefined : "group"}
      aria-label={label}
    >
      {blocks.map((name) => block(name, bubble))}
      <TapArea action={action} text={textOfBubble(bubble)} />
    </div>
  );
}

function block(name: Block, bubble: FlexBubble) {
  const component: FlexComponent | undefined = bubble[name];
  if (!component) return null;
  const blockStyle = bubble.styles?.[name];
  const line = blockStyle?.separator ? (color(blockStyle.separatorColor) ?? "#d4d6da") : undefined;
  const style = {
    "background-color": color(blockStyle?.backgroundColor),
    "border-top": line && `1px solid ${line}`,
  };
  const isAboveFooter = name === "body" && bubble.footer !== undefined;
  return (
    <div
      class={classes("flex-block", `flex-${name}`, isAboveFooter && "above-footer")}
      style={style}
    >
      <FlexComponentView component={component} at={{ parent: "block", index: 0 }} />
    </div>
  );
}
