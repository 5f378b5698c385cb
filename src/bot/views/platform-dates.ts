/** Formats times that the platform sends, and for staff what can't be read of them, as it is written. */
import { exactMomentOf, momentOf } from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import { clip } from "./flex-components.ts";

const maxWrittenLength = 60;

/** When something happened: the day alone where the platform names no time of day; empty when it isn't known. */
export function whenText({ t, timeZone }: RenderContext, written: string | undefined): string {
  const at = momentOf(written, timeZone);
  if (at === null) return "";
  return exactMomentOf(written) === null ? t("fact.day", { at }) : t("history.when", { at });
}

/** The same for staff, who see what can't be read as it is written. */
export const whenTextForStaff = (ctx: RenderContext, written: string | undefined): string =>
  whenText(ctx, written) || unreadDates(ctx, written?.trim() ? [written] : []);

/** Dates that can't be read, as the platform writes them; empty where there is none. */
export const unreadDates = ({ t }: RenderContext, written: readonly string[]): string =>
  written.length === 0
    ? ""
    : t("staff.dateUnread", { written: clip(written.join(", "), maxWrittenLength) });
