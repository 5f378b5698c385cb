/** What a Flex box holds: texts, buttons, images, icons and videos. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type {
  FlexButton,
  FlexIcon,
  FlexImage,
  FlexSpan,
  FlexText,
  FlexVideo,
} from "../../../line/messages/message-types.ts";
import { classes, type Style } from "../classes.ts";
import { t } from "../i18n.ts";
import { color, length, oneOf, ratio } from "../sanitize.ts";
import { ActionButton, TapArea, textOf } from "./actions.tsx";
import { along, fontSize, type Placement } from "./flex-layout.ts";
import { Film, Picture } from "./media.tsx";

const weights: Record<string, string> = { regular: "400", bold: "700" };
const decorations = new Set<string>(["none", "underline", "line-through"]);
const aligns = new Set<string>(["start", "center", "end"]);

function letters(part: FlexText | FlexSpan, scaling?: boolean): Style {
  const { decoration, style, weight } = part;
  return {
    "font-size": fontSize(part.size, scaling),
    color: color(part.color),
    "font-weight": oneOf(weights, weight),
    "font-style": style === "italic" || style === "normal" ? style : undefined,
    "text-decoration-line": decoration && decorations.has(decoration) ? decoration : undefined,
  };
}

interface FlexSpanProps {
  span: FlexSpan;
  scaling?: boolean | undefined;
  placement?: Placement;
}

export function FlexSpanView({ span, scaling, placement }: FlexSpanProps) {
  const style = { ...letters(span, scaling), ...placement?.style };
  return (
    <span class={classes("flex-span", placement?.class)} style={style}>
      {span.text}
    </span>
  );
}

interface FlexTextProps {
  text: FlexText;
  placement: Placement;
}

export function FlexTextView({ text, placement }: FlexTextProps) {
  const { wrap, maxLines, contents, scaling, align, action, adjustMode } = text;
  const spacing = length(text.lineSpacing);
  const isClamped = wrap && maxLines !== undefined && maxLines > 0;
  const style: Style = {
    ...letters(text, scaling),
    "text-align": align && aligns.has(align) ? align : undefined,
    // Spacing goes between lines only, so half of it is taken back above the first and below the last.
    "line-height": spacing && `calc(1.4em + ${spacing})`,
    "margin-block": spacing && `calc(${spacing} / -2)`,
    "-webkit-line-clamp": isClamped ? String(maxLines) : undefined,
  };
  const line = useShrinkToFit<HTMLParagraphElement>(
    adjustMode === "shrink-to-fit" && !wrap,
    style["font-size"],
  );
  const content = contents?.length
    ? contents.map((span) => <FlexSpanView span={span} scaling={scaling} />)
    : text.text;
  return (
    <div
      class={classes("flex-text", placement.class, action && "tappable")}
      style={placement.style}
    >
      <p ref={line} class={classes(wrap && "wrap", isClamped && "clamped")} style={style}>
        {content}
      </p>
      <TapArea action={action} text={textOf(text)} />
    </div>
  );
}

const kinds = new Set<string>(["primary", "secondary", "link"]);

interface FlexButtonProps {
  button: FlexButton;
  placement: Placement;
}

/** A Flex button. */
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
        <ActionButton
          class="video-action"
          action={action}
          label={action.label ?? t("render.open")}
        />
      )}
    </div>
  );
}

const smallest = 8;

/** Called whenever an observed line gets another size, from its first layout on. */
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target instanceof HTMLElement) fit(target);
  }
});

const wantedSizes = new WeakMap<HTMLElement, string>();

function fit(line: HTMLElement): void {
  line.style.setProperty("font-size", wantedSizes.get(line) ?? "");
  const room = line.clientWidth;
  if (room === 0) return;
  let size = Number.parseFloat(getComputedStyle(line).fontSize);
  // Hinting makes small letters wider than their share says: each further step is a little smaller.
  while (line.scrollWidth > room && size > smallest) {
    size = Math.max(size * (room / line.scrollWidth) * 0.98, smallest);
    line.style.setProperty("font-size", `${size}px`);
  }
}

/**
 * Makes letters smaller until their line fits, as `adjustMode: shrink-to-fit` asks.
 * @returns the reference for the line's element. @param size the size that it has where it fits.
 */
function useShrinkToFit<T extends HTMLElement>(
  isOn: boolean,
  size: string | undefined,
): RefObject<T | null> {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    if (!line || !isOn) return;
    wantedSizes.set(line, size ?? "");
    observer.observe(line);
    return () => observer.unobserve(line);
  }, [isOn, size]);
  return ref;
}
