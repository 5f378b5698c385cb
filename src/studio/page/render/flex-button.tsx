/** A Flex button. */
import type { FlexButton } from "../../../line/messages/message-types.ts";
import { classes } from "../classes.ts";
import { color } from "../sanitize.ts";
import { ActionButton } from "./action-button.tsx";
import { fontSize, type Placement } from "./flex-layout.ts";
import { useShrinkToFit } from "./shrink.ts";

const kinds = new Set<string>(["primary", "secondary", "link"]);

interface FlexButtonProps {
  button: FlexButton;
  placement: Placement;
}

export function FlexButtonView({ button, placement }: FlexButtonProps) {
  const { action, style, height, scaling, adjustMode } = button;
  const kind = style && kinds.has(style) ? style : "link";
  const size = fontSize("md", scaling);
  const text = useShrinkToFit<HTMLSpanElement>(adjustMode === "shrink-to-fit", size);
  const label = action.label ?? "";
  const content = (
    <span ref={text} style={{ "font-size": size }}>
      {label}
    </span>
  );
  return (
    <div class={classes("flex-button-place", placement.class)} style={placement.style}>
      <ActionButton
        class={`flex-button ${kind} ${height === "sm" ? "low" : "high"}`}
        action={action}
        label={label}
        style={{ [kind === "link" ? "color" : "background-color"]: color(button.color) }}
      >
        {content}
      </ActionButton>
    </div>
  );
}
