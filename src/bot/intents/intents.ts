/** The table of all that a member can ask. */
import type { Intent } from "../context.ts";
import { balance } from "./balance.ts";
import { greeting } from "./greeting.ts";
import { help } from "./help.ts";
import { language } from "./language.ts";
import { registered } from "./registered.ts";
import { unknown } from "./unknown.ts";
import { wordless } from "./wordless.ts";

export const intents: readonly Intent[] = [
  balance,
  language,
  help,
  greeting,
  registered,
  wordless,
  unknown,
];
