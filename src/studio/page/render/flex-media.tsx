/** Flex images, icons and videos. */
import type { FlexIcon, FlexImage, FlexVideo } from "../../../line/messages/message-types.ts";
import { classes } from "../classes.ts";
import { color, length, oneOf, ratio } from "../sanitize.ts";
import { ActionButton } from "./action-button.tsx";
import { along, fontSize, type Placement } from "./flex-layout.ts";
import { Film, Picture } from "./media.tsx";
import { TapArea } from "./tap-area.tsx";

const widths: Record<string, string> = {
  xxs: "40px",
  xs: "60px",
  sm: "80px",
  md: "100px",
  lg: "120px",
  xl: "140px",
  xxl: "160px",
  "3xl": "180px",
  "4xl": "200px",
  "5xl": "220px",
  full: "100%",
};

interface FlexImageProps {
  image: FlexImage;
  placement: Placement;
}

export function FlexImageView({ image, placement }: FlexImageProps) {
  const { url, action, size, aspectMode, aspectRatio, backgroundColor, align, position } = image;
  const width = oneOf(widths, size) ?? length(size) ?? "100px";
  const frame = {
    width,
    "aspect-ratio": ratio(aspectRatio) ?? "1 / 1",
    "background-color": color(backgroundColor),
  };
  const outer = {
    ...placement.style,
    "align-items": along(align),
    // Out of the flow nothing else gives the frame a width to be a share of.
    "--own-width": width,
  };
  return (
    <div
      class={classes(
        "flex-image",
        placement.class,
        position === "absolute" && "absolute",
        action && "tappable",
      )}
      style={outer}
    >
      <div class={`flex-frame ${aspectMode === "cover" ? "cover" : "fit"}`} style={frame}>
        <Picture url={url} description={action?.label} />
      </div>
      <TapArea action={action} text="" />
    </div>
  );
}

interface FlexIconProps {
  icon: FlexIcon;
  placement: Placement;
}

export function FlexIconView({ icon, placement }: FlexIconProps) {
  const style = {
    ...placement.style,
    height: fontSize(icon.size ?? "md", icon.scaling) ?? "16px",
    "aspect-ratio": ratio(icon.aspectRatio) ?? "1 / 1",
  };
  return (
    <div class={classes("flex-icon", placement.class)} style={style}>
      <Picture url={icon.url} />
    </div>
  );
}

interface FlexVideoProps {
  video: FlexVideo;
  placement: Placement;
}

export function FlexVideoView({ video, placement }: FlexVideoProps) {
  const { url, previewUrl, aspectRatio, action } = video;
  const frame = { width: "100%", "aspect-ratio": ratio(aspectRatio) ?? "1 / 1" };
  return (
    <div class={classes("flex-video", placement.class)} style={placement.style}>
      <div class="flex-frame cover" style={frame}>
        <Film url={url} preview={previewUrl} />
      </div>
      {action && (
        <ActionButton class="video-action" action={action} label={action.label ?? "Open"} />
      )}
    </div>
  );
}
