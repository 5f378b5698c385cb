/** One Flex component of any kind, in its place; a box holds more of them. */
import { h } from "preact";
import type { FlexBox, FlexComponent } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes, html } from "../html.ts";
import { color, mediaAddress } from "../sanitize.ts";
import { boxStyle, layoutOf } from "./flex-box.ts";
import { FlexButtonView } from "./flex-button.tsx";
import { placementOf, type Place, type Placement } from "./flex-layout.ts";
import { FlexIconView, FlexImageView, FlexVideoView } from "./flex-media.tsx";
import { FlexSpanView, FlexTextView } from "./flex-text.tsx";
import { TapArea, textOf } from "./tap-area.tsx";

interface FlexComponentProps {
  component: FlexComponent;
  /** What the parent says about the component's place. */
  at: Place;
}

export function FlexComponentView({ component, at }: FlexComponentProps) {
  const placement = placementOf(component, at);
  switch (component.type) {
    case "box":
      return h(FlexBoxView, { box: component, placement });
    case "button":
      return h(FlexButtonView, { button: component, placement });
    case "filler":
      return html`<div
        class=${classes("flex-filler", placement.class)}
        style=${placement.style}
      />`;
    case "icon":
      return h(FlexIconView, { icon: component, placement });
    case "image":
      return h(FlexImageView, { image: component, placement });
    case "separator": {
      const style = { ...placement.style, "background-color": color(component.color) };
      return html`<div class=${classes("flex-separator", placement.class)} style=${style} />`;
    }
    case "span":
      return h(FlexSpanView, { span: component, placement });
    case "text":
      return h(FlexTextView, { text: component, placement });
    case "video":
      return mediaAddress(component.url)
        ? h(FlexVideoView, { video: component, placement })
        : h(FlexComponentView, { component: component.altContent, at });
    default:
      assertNever(component);
      return html`<div />`;
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
  return html`<div
    class=${classes("flex-box", layout, placement.class, action && "tappable")}
    style=${style}
  >
    ${contents.map((component, index) =>
      h(FlexComponentView, {
        component,
        at: { parent: layout, index, ...(spacing !== undefined && { spacing }) },
      }),
    )}
    ${h(TapArea, { action, text: textOf(box) })}
  </div>`;
}
