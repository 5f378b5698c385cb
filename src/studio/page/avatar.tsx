/** A round picture, or the first letter of a name on a color of its own. */
import { useState } from "preact/hooks";
import { mediaAddress } from "./sanitize.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The same name has the same color, always. */
function hue(name: string): number {
  return Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360,
    7,
  );
}

interface AvatarProps {
  name: string;
  pictureUrl?: string | undefined;
}

export function Avatar({ name, pictureUrl }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const [first] = segmenter.segment(name.trim() || "?");
  const address = mediaAddress(pictureUrl);
  const image =
    address && address !== failed ? (
      <img alt="" referrerpolicy="no-referrer" onError={() => setFailed(address)} src={address} />
    ) : null;
  return (
    <span class="avatar" aria-hidden="true" style={{ "--hue": String(hue(name)) }}>
      {first?.segment ?? "?"}
      {image}
    </span>
  );
}
