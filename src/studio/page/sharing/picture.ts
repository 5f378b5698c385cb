/** Turns messages that the page shows into a PNG, in the page itself: no service sees them. */

const xhtml = "http://www.w3.org/1999/xhtml";
const svgNamespace = "http://www.w3.org/2000/svg";
/** Sharp on today's screens. */
const scale = 2;
const gapPx = 8;
const marginPx = 8;

interface Size {
  width: number;
  height: number;
}

/** What stands in a row beside the message itself. */
const besides = ".speaker, .aside";

/** The messages in an element that shows a chat or a sample. */
export const bubblesIn = (element: Element): HTMLElement[] =>
  Array.from(element.querySelectorAll<HTMLElement>(".row.account > .message-content > *")).filter(
    (one) => !one.matches(besides),
  );

/** A carousel at its full width; everything else at the size that it has on the page. */
function sizeOf(bubble: HTMLElement): Size {
  const { offsetWidth, offsetHeight } = bubble;
  if (!bubble.matches(".carousel")) return { width: offsetWidth, height: offsetHeight };
  const last = bubble.lastElementChild?.getBoundingClientRect();
  const first = bubble.firstElementChild?.getBoundingClientRect();
  return { width: (last?.right ?? 0) - (first?.left ?? 0), height: offsetHeight };
}

const px = (value: number) => `${Math.ceil(value)}px`;

function freeze(target: HTMLElement, { width, height }: Size): void {
  const styles = { width: px(width), height: px(height), "max-width": "none", flex: "none" };
  for (const [name, value] of Object.entries(styles)) target.style.setProperty(name, value);
}

/** A copy that keeps its size wherever it stands. */
async function copyOf(bubble: HTMLElement): Promise<HTMLElement> {
  const copy = bubble.cloneNode(true) as HTMLElement;
  freeze(copy, sizeOf(bubble));
  if (bubble.matches(".carousel")) {
    for (const name of ["margin", "padding"]) copy.style.setProperty(name, "0");
    copy.style.setProperty("overflow", "visible");
    for (const [index, child] of Array.from(bubble.children).entries()) {
      const target = copy.children[index];
      const { width, height } = child.getBoundingClientRect();
      if (target instanceof HTMLElement) freeze(target, { width, height });
    }
  }
  await inlineImages(bubble, copy);
  return copy;
}

/** The page's styles, as one text that needs no address. */
const rulesOfPage = () =>
  Array.from(document.styleSheets)
    .flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
    .join("\n");

/** The messages below one another, as an SVG document that needs no address. */
async function drawingOf(
  bubbles: readonly HTMLElement[],
  { width, height }: Size,
): Promise<string> {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  svg.style.setProperty("color-scheme", isDark ? "dark" : "light");
  const frame = document.createElementNS(svgNamespace, "foreignObject");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "100%");
  const style = document.createElementNS(xhtml, "style");
  style.textContent = rulesOfPage();
  const row = document.createElementNS(xhtml, "div");
  row.className = "row account picture";
  row.lang = bubbles[0]?.closest<HTMLElement>("[lang]")?.lang ?? "";
  const content = document.createElementNS(xhtml, "div");
  content.className = "message-content";
  content.append(...(await Promise.all(bubbles.map(copyOf))));
  row.append(content);
  frame.append(style, row);
  svg.append(frame);
  return new XMLSerializer().serializeToString(svg);
}

/**
 * @param bubbles of messages, in the page.
 * @throws where the browser can't draw them.
 */
export async function pictureOf(bubbles: readonly HTMLElement[]): Promise<Blob> {
  const sizes = bubbles.map(sizeOf);
  const size = {
    width: Math.ceil(Math.max(...sizes.map(({ width }) => width))) + 2 * marginPx,
    height:
      sizes.reduce((sum, { height }) => sum + Math.ceil(height), 0) +
      gapPx * (sizes.length - 1) +
      2 * marginPx,
  };
  const image = new Image();
  const drawing = await drawingOf(bubbles, size);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size.width * scale;
  canvas.height = size.height * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Nothing was drawn"))));
  return promise;
}

/** @throws where the image can't be loaded, or its server doesn't let other pages read it. */
async function dataUrlOf(address: string): Promise<string> {
  const image = new Image();
  // Without this the canvas couldn't be read afterwards.
  image.crossOrigin = "anonymous";
  image.referrerPolicy = "no-referrer";
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/png");
}

/**
 * Puts the images of an element into it as data, since a picture may load nothing.
 * Images that other pages may not read become grey areas.
 * @param copy a deep copy of the element.
 */
async function inlineImages(element: Element, copy: Element): Promise<void> {
  const copies = copy.querySelectorAll("img");
  const images = Array.from(element.querySelectorAll("img"));
  await Promise.all(
    images.map(async (image, index) => {
      const target = copies[index];
      if (!target) return;
      target.removeAttribute("src");
      target.removeAttribute("loading");
      try {
        target.setAttribute("src", await dataUrlOf(image.currentSrc || image.src));
      } catch {
        target.style.setProperty("background", "#ddd");
      }
    }),
  );
}
