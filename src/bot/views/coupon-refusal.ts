/** Why a coupon can't be used, and since or until when, in words for its member and for staff. */
import { couponReasons, type Coupon, type CouponReason } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import { momentOf, readEnd } from "../../loyalty/platform-time.ts";
import { endTimeOfDay, lastInstantBefore } from "./dates.ts";
import { clip } from "./flex-components.ts";

const maxPlaceLength = 100;

/** What the words tell of the coupon; the platform may leave out any of it. */
type CouponFacts = Partial<
  Pick<Coupon, "used_at" | "used_by" | "branch_code" | "starts_at" | "expires_at">
>;

/** The words for each reason; times are in milliseconds since 1970, null = not known. */
interface RefusalTexts {
  /** The business's IANA time zone. */
  timeZone: string;
  used(at: number | null, place: string): string;
  /** @param last the last instant at which it could be used. @param end its end if that isn't the end of a day. */
  expired(last: number | null, end: number | null): string;
  notStarted(start: number | null): string;
  voided(): string;
  notGiven(): string;
  otherMember(): string;
  unspecified(): string;
}

/** For the member who holds the coupon. @param name the coupon's. */
export const refusalTextsForMember = (
  { t, timeZone }: RenderContext,
  name: string,
): RefusalTexts => ({
  timeZone,
  used: (at) => (at === null ? t("check.used", { name }) : t("check.usedAt", { name, at })),
  expired(last, end) {
    if (end !== null) return t("check.expiredAt", { name, end });
    return last === null ? t("check.expired", { name }) : t("check.expiredOn", { name, last });
  },
  notStarted: (start) =>
    start === null ? t("check.early", { name }) : t("check.earlyUntil", { name, start }),
  voided: () => t("check.voided", { name }),
  notGiven: () => t("check.notGiven"),
  otherMember: () => t("check.unusable", { name }),
  unspecified: () => t("check.unusable", { name }),
});

export const refusalTextsForStaff = ({ t, timeZone }: RenderContext): RefusalTexts => ({
  timeZone,
  used(at, place) {
    const when = at === null ? t("staff.why.COUPON_USED") : t("staff.coupon.used", { at });
    return place ? t("staff.coupon.place", { when, place: clip(place, maxPlaceLength) }) : when;
  },
  expired(last, end) {
    if (end !== null) return t("staff.coupon.expiredAt", { end });
    return last === null ? t("staff.why.COUPON_EXPIRED") : t("staff.coupon.expired", { last });
  },
  notStarted: (start) =>
    start === null ? t("staff.why.COUPON_NOT_STARTED") : t("staff.coupon.early", { start }),
  voided: () => t("staff.why.COUPON_VOIDED"),
  notGiven: () => t("staff.why.COUPON_NOT_GIVEN"),
  otherMember: () => t("staff.why.COUPON_OTHER_MEMBER"),
  unspecified: () => t("staff.why.other"),
});

export const isCouponReason = (code: string): code is CouponReason =>
  couponReasons.some((reason) => reason === code);

/** @param reason the platform's; undefined = it gives none. */
export function couponRefusal(
  wording: RefusalTexts,
  reason: CouponReason | undefined,
  coupon: CouponFacts,
): string {
  const { timeZone } = wording;
  switch (reason) {
    case "COUPON_USED": {
      const place = [coupon.branch_code, coupon.used_by].filter(Boolean).join(", ");
      return wording.used(momentOf(coupon.used_at, timeZone), place);
    }
    case "COUPON_EXPIRED": {
      const end = readEnd(coupon.expires_at, timeZone);
      return end.kind === "read"
        ? wording.expired(lastInstantBefore(end.at), endTimeOfDay(end.at, timeZone))
        : wording.expired(null, null);
    }
    case "COUPON_NOT_STARTED":
      return wording.notStarted(momentOf(coupon.starts_at, timeZone));
    case "COUPON_VOIDED":
      return wording.voided();
    case "COUPON_NOT_GIVEN":
      return wording.notGiven();
    case "COUPON_OTHER_MEMBER":
      return wording.otherMember();
    case undefined:
      return wording.unspecified();
  }
}
