/** A round picture, or the first letter of a name on a colour of its own. */
import { el } from "./dom.ts";
import { mediaAddress } from "./sanitize.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The same name has the same colour, always. */
function hue(name: string): number {
  return Array.from(name).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360,
    7,
  );
}

export function avatar(name: string, pictureUrl?: string): HTMLElement {
  const [first] = segmenter.segment(name.trim() || "?");
  const made = el(
    "span",
    { class: "avatar", attributes: { "aria-hidden": "true" } },
    first?.segment ?? "?",
  );
  made.style.setProperty("--hue", String(hue(name)));
  const address = mediaAddress(pictureUrl);
  if (address) {
    const image = el("img", { attributes: { alt: "", referrerpolicy: "no-referrer" } });
    image.addEventListener("error", () => image.remove(), { once: true });
    image.src = address;
    made.append(image);
  }
  return made;
}
