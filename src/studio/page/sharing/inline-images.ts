/** Puts the images of an element into it as data, since a picture may load nothing. */

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
 * Images that other pages may not read become grey areas.
 * @param copy a deep copy of the element.
 */
export async function inlineImages(element: Element, copy: Element): Promise<void> {
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
