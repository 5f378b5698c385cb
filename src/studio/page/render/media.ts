/** Draws pictures, films, sounds, places, stickers and LINE's own coupons. */
import { el } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Message } from "../../../line/message-types.ts";
import { mediaAddress } from "../sanitize.ts";

type Of<T extends Message["type"]> = Extract<Message, { type: T }>;

function blank(): HTMLElement {
  return el("span", { class: "no-picture", attributes: { title: "No picture" } }, icon("image"));
}

/** An image that tells nobody where it is shown, and gives way to a quiet drawing when it fails. */
export function picture(url: string | undefined, description = ""): HTMLElement {
  const address = mediaAddress(url);
  if (!address) return blank();
  const image = el("img", {
    attributes: {
      alt: description,
      decoding: "async",
      referrerpolicy: "no-referrer",
      draggable: "false",
    },
  });
  image.addEventListener("error", () => image.replaceWith(blank()), { once: true });
  image.src = address;
  return image;
}

export function renderImage({ originalContentUrl, previewImageUrl }: Of<"image">): HTMLElement {
  const shown = picture(previewImageUrl, "Picture");
  const address = mediaAddress(originalContentUrl);
  if (!address) return el("div", { class: "media-bubble" }, shown);
  const attributes = { href: address, target: "_blank", rel: "noopener noreferrer" };
  return el("a", { class: "media-bubble", attributes }, shown);
}

/** A poster that becomes a player when it is tapped; nothing is loaded before. */
export function film(url: string | undefined, preview: string | undefined): HTMLElement {
  const address = mediaAddress(url);
  const poster = el(
    "button",
    { class: "film", attributes: { type: "button", "aria-label": "Play the video" } },
    picture(preview),
    el("span", { class: "play" }, icon("play")),
  );
  poster.addEventListener("click", () => {
    if (!address) return;
    const player = el("video", {
      class: "film",
      attributes: { controls: "", autoplay: "", playsinline: "" },
    });
    player.src = address;
    poster.replaceWith(player);
    player.focus();
  });
  return poster;
}

export function renderVideo(message: Of<"video">): HTMLElement {
  return el(
    "div",
    { class: "media-bubble" },
    film(message.originalContentUrl, message.previewImageUrl),
  );
}

export function renderAudio({ originalContentUrl, duration }: Of<"audio">): HTMLElement {
  const seconds = Math.round(duration / 1000);
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const address = mediaAddress(originalContentUrl);
  const player = el("audio", {
    attributes: { controls: "", preload: "none", "aria-label": `Sound, ${length}` },
  });
  if (address) player.src = address;
  return el("div", { class: "bubble audio" }, player, el("span", { class: "faint" }, length));
}

interface Place {
  title?: string;
  address?: string;
  latitude: number;
  longitude: number;
}

export function renderLocation({ title, address, latitude, longitude }: Place): HTMLElement {
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return el(
    "div",
    { class: "bubble card" },
    el("div", { class: "map" }, icon("pin")),
    el(
      "div",
      { class: "card-body" },
      el("strong", {}, title ?? "Location"),
      el("span", {}, address ?? ""),
      el("span", { class: "faint" }, at),
    ),
  );
}

/** Stickers are LINE's property: a drawing with the two numbers stands for each. */
export function renderSticker({ packageId, stickerId }: { packageId: string; stickerId: string }) {
  const label = `Sticker ${packageId}/${stickerId}`;
  return el(
    "div",
    { class: "sticker", attributes: { role: "img", "aria-label": label } },
    icon("smile"),
    el("span", { class: "faint" }, `${packageId} / ${stickerId}`),
  );
}

export function renderCoupon({ couponId }: Of<"coupon">): HTMLElement {
  return el(
    "div",
    { class: "bubble card coupon" },
    el(
      "div",
      { class: "card-body" },
      icon("ticket"),
      el("strong", {}, "LINE coupon"),
      el("span", { class: "faint" }, couponId),
    ),
  );
}
