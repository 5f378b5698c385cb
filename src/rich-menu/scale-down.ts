/** Scales a menu's image down from LINE's 2,500 pixels to what a page shows. */

const width = 1000;

/** @returns a PNG of at most 1,000 pixels in width, and a palette of colours. */
export async function scaleDown(image: Uint8Array): Promise<Uint8Array> {
  // Loaded when it is needed: only the studio shows such images.
  const { default: sharp } = await import("sharp");
  return sharp(image).resize({ width, withoutEnlargement: true }).png({ palette: true }).toBuffer();
}
