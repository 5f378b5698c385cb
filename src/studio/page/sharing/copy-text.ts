/** Puts a text into the clipboard, and says so. */
import { toast } from "../toast.tsx";

/** @param name of what is copied, such as `The address`. */
export async function copyText(name: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${name} is in the clipboard`);
  } catch {
    // Absent on plain http that isn't this machine, and where the browser refuses.
    toast(`This browser doesn’t let the page copy. ${name}: ${text}`);
  }
}
