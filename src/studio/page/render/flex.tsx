/** Flex containers: one bubble, or a carousel of them. */
import type { ComponentChildren } from "preact";
import type {
  FlexBox,
  FlexBubble,
  FlexComponent,
  FlexContainer,
} from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes } from "../classes.ts";
import { color, mediaAddress } from "../sanitize.ts";
import { TapArea, textOf, textOfBubble } from "./actions.tsx";
import { boxStyle, layoutOf, placementOf, type Place, type Placement } from "./flex-layout.ts";
import {
  FlexButtonView,
  FlexIconView,
  FlexImageView,
  FlexSpanView,
  FlexTextView,
  FlexVideoView,
} from "./flex-parts.tsx";

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

interface FlexComponentProps {
  component: FlexComponent;
  /** What the parent says about the component's place. */
  at: Place;
}

/** One Flex component of any kind, in its place; a box holds more of them. */
function FlexComponentView({ component, at }: FlexComponentProps) {
  const placement = placementOf(component, at);
  switch (component.type) {
    case "box":
      return <FlexBoxView box={component} placement={placement} />;
    case "button":
      return <FlexButtonView button={component} placement={placement} />;
    case "filler":
      return <div class={classes("flex-filler", placement.class)} style={placement.style} />;
    case "icon":
      return <FlexIconView icon={component} placement={placement} />;
    case "image":
      return <FlexImageView image={component} placement={placement} />;
    case "separator": {
      const style = { ...placement.style, "background-color": color(component.color) };
      return <div class={classes("flex-separator", placement.class)} style={style} />;
    }
    case "span":
      return <FlexSpanView span={component} placement={placement} />;
    case "text":
      return <FlexTextView text={component} placement={placement} />;
    case "video":
      return mediaAddress(component.url) ? (
        <FlexVideoView video={component} placement={placement} />
      ) : (
        <FlexComponentView component={component.altContent} at={at} />
      );
    default:
      assertNever(component);
      return <div />;
  }
}

interface FlexBoxProps {
  box: FlexBox;
  placement: Placement;
}

function FlexBoxView({ box, placement }: FlexBoxProps) {
  const { action, contents, spacing } = box;
  const layout = layoutOf(box);
  const style = { ...boxStyle(box), ...placement.style };
  return (
    <div class={classes("flex-box", layout, placement.class, action && "tappable")} style={style}>
      {contents.map((component, index) => (
        <FlexComponentView
          component={component}
          at={{ parent: layout, index, ...(spacing !== undefined && { spacing }) }}
        />
      ))}
      <TapArea action={action} text={textOf(box)} />
    </div>
  );
}

interface CarouselProps {
  /** What a screen reader says first. */
  label: string;
  children: ComponentChildren;
}

/** What stands side by side and is scrolled: the bubbles of a Flex carousel, a template's columns. */
export const Carousel = ({ label, children }: CarouselProps) => (
  <div class="carousel" role="group" aria-label={label} tabindex={0}>
    {children}
  </div>
);
