/** Child process that renders each drawing of a folder as a PNG file beside it; its memory is freed when it exits. */
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

// Rendering must not slow down the bot's answers.
setPriority(constants.priority.PRIORITY_LOW);
const [folder = ".", maxWidth] = process.argv.slice(2);

for (const file of readdirSync(folder).filter((name) => name.endsWith(".drawing"))) {
  const image = sharp(join(folder, file));
  const scaled =
    maxWidth === undefined
      ? image.png()
      : image.resize({ width: Number(maxWidth), withoutEnlargement: true }).png({ palette: true });
  await scaled.toFile(join(folder, file.replace(/drawing$/, "png")));
}
