/** The messages of the dev channel in English. */
import type { DevMessages } from "./dev-keys.ts";

export const en: DevMessages = {
  "dev.help.title": "Only here, in the dev channel:",
  "dev.help.as": "answers as if that member wrote",
  "dev.help.nobody": "answers as if somebody who hasn’t joined wrote",
  "dev.help.preview": "shows a reply with its samples",
  "dev.help.replies": "lists every reply",
  "dev.help.reset": "shows samples again",
  "dev.as.usage":
    "Write /as and a member: phone, name or card number. /as nobody plays somebody who hasn’t joined.",
  "dev.as.member": "From now on we answer you as {name}.",
  "dev.as.nobody": "From now on we answer you as somebody who hasn’t joined.",
  "dev.reset": "You see samples again.",
  "dev.samplesOnly":
    "Real members are shown to marketers, managers and owners only. You see samples here.",
  "dev.replies": "All replies:",
  "dev.held": "Test: nothing was sent. This would have been sent:",
};
