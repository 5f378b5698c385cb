/** One Flex component of any kind, in its place; a box holds more of them. */
import type { FlexBox, FlexComponent } from "../../../line/messages/message-types.ts";
import { assertNever } from "../assert-never.ts";
import { classes } from "../classes.ts";
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
