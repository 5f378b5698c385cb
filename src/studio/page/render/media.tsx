/** Pictures, films, sounds, places, stickers and LINE's own coupons. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../../line/messages/message-types.ts";
import { t } from "../i18n.ts";
import { Icon } from "../parts.tsx";
import { mediaAddress } from "../sanitize.ts";

type Of<T extends Message["type"]> = Extract<Message, { type: T }>;

const noPicture = () => (
  <span class="no-picture" title={t("render.noPicture")}>
    <Icon name="image" />
  </span>
);

interface PictureProps {
  url: string | undefined;
  description?: string | undefined;
}

/** An image that tells nobody where it is shown, and gives way to a quiet drawing when it fails. */
export function Picture({ url, description = "" }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const address = mediaAddress(url);
  if (!address || failed === address) return noPicture();
  // The address comes last: what is said about the request must stand before it begins.
  return (
    <img
      alt={description}
      decoding="async"
      referrerpolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(address)}
      src={address}
    />
  );
}

export function ImageView({ originalContentUrl, previewImageUrl }: Of<"image">) {
  const shown = <Picture url={previewImageUrl} description={t("render.picture")} />;
  const address = mediaAddress(originalContentUrl);
  return address ? (
    <a class="media-bubble" href={address} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  ) : (
    <div class="media-bubble">{shown}</div>
  );
}

interface FilmProps {
  url: string | undefined;
  preview: string | undefined;
}

/** A poster that becomes a player when it is tapped; nothing is loaded before. */
export function Film({ url, preview }: FilmProps) {
  const [isPlaying, setPlaying] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useEffect(() => player.current?.focus(), [isPlaying]);
  const address = mediaAddress(url);
  if (isPlaying && address) {
    return <video ref={player} class="video-player" controls autoplay playsinline src={address} />;
  }
  return (
    <button
      type="button"
      class="video-player"
      aria-label={t("render.play")}
      onClick={() => setPlaying(true)}
    >
      <Picture url={preview} />
      <span class="play">
        <Icon name="play" />
      </span>
    </button>
  );
}

export function VideoView({ originalContentUrl, previewImageUrl }: Of<"video">) {
  return (
    <div class="media-bubble">
      <Film url={originalContentUrl} preview={previewImageUrl} />
    </div>
  );
}

export function AudioView({ originalContentUrl, duration }: Of<"audio">) {
  const seconds = Math.round(duration / 1000);
  const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <div class="bubble audio">
      <audio
        controls
        preload="none"
        aria-label={t("render.sound", { length })}
        src={mediaAddress(originalContentUrl)}
      />
      <span class="faint">{length}</span>
    </div>
  );
}

interface LocationProps {
  title?: string;
  address?: string;
  latitude: number;
  longitude: number;
}

export function LocationView({ title, address, latitude, longitude }: LocationProps) {
  return (
    <div class="bubble card">
      <div class="map">
        <Icon name="pin" />
      </div>
      <div class="card-body">
        <strong>{title ?? t("render.location")}</strong>
        <span>{address}</span>
        <span class="faint">
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
        </span>
      </div>
    </div>
  );
}

/** Stickers are LINE's property: a drawing with the two numbers stands for each. */
export function StickerView({ packageId, stickerId }: { packageId: string; stickerId: string }) {
  return (
    <div
      class="sticker"
      role="img"
      aria-label={t("render.sticker", { id: `${packageId}/${stickerId}` })}
    >
      <Icon name="smile" />
      <span class="faint">
        {packageId} / {stickerId}
      </span>
    </div>
  );
}

export function CouponView({ couponId }: Of<"coupon">) {
  return (
    <div class="bubble card coupon">
      <div class="card-body">
        <Icon name="ticket" />
        <strong>{t("render.coupon")}</strong>
        <span class="faint">{couponId}</span>
      </div>
    </div>
  );
}
