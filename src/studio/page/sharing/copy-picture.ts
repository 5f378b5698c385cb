/** Copies a picture, or saves it where the browser copies none. */
import { toast } from "../toast.tsx";
import { download } from "./download.ts";

/** @param picture a PNG. @param name of the file, without its ending. */
export async function copyPicture(picture: Promise<Blob>, name: string): Promise<void> {
  try {
    // Handed over as a promise: the browser allows copying only at once after a tap.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    toast("The picture is in the clipboard");
  } catch {
    await save(picture, name);
  }
}

async function save(picture: Promise<Blob>, name: string): Promise<void> {
  try {
    download(`${name}.png`, await picture);
    toast("This browser copies no pictures: it is saved as a file");
  } catch {
    toast("This browser can’t make the picture");
  }
}
