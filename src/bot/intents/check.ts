/** The intent "check": tells whether the member's coupon with this code can be used, and shows its QR code or the reason. */
import type { Coupon, CouponCheck, CouponSet, MemberProfile } from "../../loyalty/contract.ts";
import type { FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import { isUnsupported } from "../../loyalty/unsupported-operation.ts";
import type { Context, Intent, RenderContext, Reply, Sample } from "../context.ts";
import { ensureContrast } from "../views/color-contrast.ts";
import { isAvailable, couponName, validUntil } from "../views/coupon-text.ts";
import { couponRefusal, wordsForMember } from "../views/coupon-refusal.ts";
import { parseInstant } from "../views/dates.ts";
import {
  button,
  clip,
  column,
  clipboardAction,
  flex,
  palette,
  textLine,
  coloredBox,
  withQuickReplies,
} from "../views/flex-components.ts";
import { phraseList, thaiPhraseList } from "../routing/phrases.ts";
import { postbackData } from "../routing/postback.ts";
import type { Argument } from "../routing/text-router.ts";
import { sampleCoupons } from "../views/sample-data.ts";
import { withContactButton } from "../views/contact-button.ts";
import { cardView } from "./card.ts";
import { menuActions } from "./help.ts";

/** LINE's limit for the `data` of a postback action, in characters. */
const dataLimit = 300;
const maxCodeLength = 100;
const maxDescriptionLength = 300;
const maxTermsLength = 1000;

const code: Argument = {
  name: "code",
  // Without a code, these phrases ask for the intent "coupons".
  openings: phraseList(`
    check my coupon, check voucher, เช็คคูปอง, เช็กคูปอง, ตรวจสอบคูปอง, ตรวจคูปอง
    クーポン確認, クーポンの確認, クーポンを確認, 查優惠券, 查詢優惠券, 優惠券查詢, 查詢折價券, 查询优惠券
  `),
  // One word. Several words only if they contain a digit and no letters but a to z: ordinary text must not match.
  form: /^(?=.*\p{N})[\p{L}\p{M}\p{N}-]{3,50}$|^(?=.*\d)[a-z\d -]{3,50}$|^[a-z-]{3,50}$/iu,
  // A number alone is a code only if it is shorter than a phone or card number.
  alone: /^(?=.*\d)(?:(?=.*[a-z])[a-z\d-]{6,32}|\d{6,7})$/i,
};

export const check: Intent = {
  name: "check",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      check, check coupon, check a coupon, check the coupon, check code, check a code, check my code
      check coupon code, coupon check, code check, coupon code, verify, verify code, verify coupon
      validate coupon, validate code, chekc, chek, chcek, ckeck, เช็ค coupon, เช็ค code, check this code
      verify a code, is this code valid, is my code valid, cehck, เช็คcode, 查code
    `),
    th: [
      ...phraseList("เช็ค, เช็ก, เชค, ตรวจสอบ, ตรวจ, ตรวจสอป, เช๊ค, เช้ค, ตรวสอบ"),
      ...thaiPhraseList(`
        เช็ครหัส, เช็กรหัส, เช็คโค้ด, เช็กโค้ด, เช็คโค๊ด, เช็ครหัสคูปอง, เช็คโค้ดคูปอง, เช็คคูปองนี้, ตรวจสอบรหัส
        ตรวจสอบโค้ด, ตรวจสอบคูปองนี้, ตรวจสอบรหัสคูปอง, ตรวจโค้ด, ตรวจสอบโค๊ด, ขอตรวจสอบคูปอง, เช็กรหัสคูปอง
        เช็คโค้ดส่วนลด, ขอเช็คโค้ด, ขอเช็ครหัส, ขอตรวจสอบรหัส, เช็คโคด
      `),
    ],
    ja: phraseList(`
      確認, コード確認, コードの確認, コードを確認, クーポンコード, クーポンコード確認, クーポンコードを確認
      このクーポンを確認, チェック, クーポンチェック, かくにん, 確忍, クーポン確任, コードを確認したい
      コードチェック, コード照会, クーポンコードの確認, ちぇっく, 確任
    `),
    "zh-TW": phraseList(`
      查詢, 查詢優惠碼, 查優惠碼, 查詢代碼, 查代碼, 查詢序號, 查序號, 優惠碼, 優惠碼查詢, 確認優惠券
      檢查優惠券, 驗證優惠券, 查询, 查尋, 查旬, 代碼查詢, 查券碼, 查詢券碼, 查券號, 查詢券號, 檢查代碼
      驗證代碼, 確認代碼, 我要查代碼, 查询代码, 查詢代码, 査詢
    `),
  },
  argument: code,
  answer: (context, profile) => answer(context, profile),
  samples: (ctx) => {
    const [coupon] = sampleCoupons(ctx, 1, "50 THB off");
    const [long] = sampleCoupons(ctx, 1, "Wolfeschlegelstein".repeat(20));
    return [
      {
        name: "ordinary",
        messages: coupon ? [openView(ctx, coupon, { terms: "One per person." })] : [],
      },
      { name: "empty", messages: [askView(ctx)] },
      {
        name: "longest",
        messages: long
          ? [openView(ctx, long, { description: "Long ".repeat(90), terms: "terms ".repeat(800) })]
          : [],
      },
      ...refusals(ctx, coupon),
    ];
  },
};

/** Whether a code fits into a button's data. */
export const isAskable = (text: string) =>
  /[^.\s]/.test(text) &&
  text.isWellFormed() &&
  text.length <= maxCodeLength &&
  postbackData(check.name, { code: text }).length <= dataLimit;

async function answer(context: Context, profile: MemberProfile): Promise<Reply> {
  const { code: requestedCode = "" } = context.details;
  if (!isAskable(requestedCode)) return { messages: [askView(context)] };
  if (
    profile.cards.some(
      ({ card_no }) => withoutSeparators(card_no) === withoutSeparators(requestedCode),
    )
  ) {
    return { messages: [cardView(context, profile, 1)] };
  }
  const guess = context.codeGuesses.begin(context.lineId);
  if (!guess.allowed) {
    const text = context.t("check.slow", { minutes: guess.minutes });
    return { messages: [withContactButton(context, { type: "text", text })] };
  }
  let isGuess = false;
  try {
    const found = await lookUp(context, profile, requestedCode);
    isGuess = found?.coupon.member_uuid !== profile.uuid;
    return { messages: [view(context, profile, found)] };
  } finally {
    if (!isGuess) guess.forgive();
  }
}

const withoutSeparators = (number: string) => number.replace(/[\s-]/g, "").toLowerCase();

/** The texts of the coupon's set. */
type CouponSetTexts = Partial<Pick<CouponSet, "description" | "terms">>;

/** The result of a check. */
type Found = Pick<CouponCheck, "usable" | "reason" | "coupon"> & { coupon_set?: CouponSet };

/** @returns null for a code that the platform doesn't know. @throws {LoyaltyError} when the platform fails. */
async function lookUp(
  context: Context,
  profile: MemberProfile,
  requestedCode: string,
): Promise<Found | null> {
  const { loyalty, event, now, signal } = context;
  const member_uuid = profile.uuid;
  try {
    return await loyalty.checkCoupon({ code: requestedCode, member_uuid }, { signal });
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    if (!event.postback) {
      if (error.code === "NOT_FOUND") return null;
      throw error;
    }
  }
  // A button of the coupon list, and the platform doesn't support checking codes: look the coupon up in the list.
  const { data } = await loyalty.getGiveCouponHistory(
    { member_uuid, usable: true, search: requestedCode, size: 100 },
    { signal },
  );
  const coupon = data.find(
    (row) => row.code === requestedCode && isAvailable(row, member_uuid, now),
  );
  return coupon ? { usable: true, coupon } : null;
}

function view(
  ctx: RenderContext,
  profile: Pick<MemberProfile, "uuid">,
  found: Found | null,
): Message {
  const { t } = ctx;
  const refusal = (text: string) =>
    withQuickReplies(withContactButton(ctx, { type: "text", text }), menuActions(t));
  // The same answer for unknown codes and other members' coupons: it must not reveal that a code exists.
  if (found?.coupon.member_uuid !== profile.uuid) return refusal(t("check.elsewhere"));
  const { usable, reason, coupon, coupon_set } = found;
  if (usable) return openView(ctx, coupon, coupon_set);
  return refusal(couponRefusal(wordsForMember(ctx, couponName(ctx, coupon)), reason, coupon));
}

/** The member's usable coupon, with its QR code to scan. */
function openView(ctx: RenderContext, coupon: Coupon, texts: CouponSetTexts = {}): Message {
  const { t, brand, images } = ctx;
  const name = couponName(ctx, coupon);
  const { words, today } = validUntil(ctx, coupon);
  const picture = images.qr(coupon.code, parseInstant(coupon.expires_at));
  const scan: FlexComponent[] = picture
    ? [{ type: "image", url: picture, size: "xl", aspectMode: "fit", margin: "xl" }]
    : [];
  const description = clip(texts.description?.trim() ?? "", maxDescriptionLength);
  const terms = clip(texts.terms?.trim() ?? "", maxTermsLength);
  const small: FlexComponent[] = [
    ...(description ? [textLine(description, { size: "sm", margin: "lg" })] : []),
    ...(terms
      ? [
          textLine(t("coupon.terms"), {
            size: "xs",
            weight: "bold",
            color: palette.soft,
            margin: "lg",
          }),
          textLine(terms, { size: "xs", color: palette.soft, margin: "sm" }),
        ]
      : []),
  ];
  return flex(t("coupon.alt", { name, code: clip(coupon.code, maxCodeLength), until: words }), [
    coloredBox(
      brand.color,
      [
        textLine(words, {
          size: "sm",
          weight: "bold",
          color: today ? ensureContrast(brand.accent) : palette.soft,
        }),
        textLine(name, { size: "xl", weight: "bold", margin: "sm" }),
        ...scan,
        textLine(clip(coupon.code, maxCodeLength), {
          size: "lg",
          weight: "bold",
          align: "center",
          margin: "xl",
        }),
        textLine(t("coupon.hint"), {
          size: "sm",
          color: palette.soft,
          align: "center",
          margin: "sm",
        }),
        ...(small.length > 0
          ? [{ type: "separator" as const, margin: "xl", color: palette.line }, ...small]
          : []),
      ],
      {
        size: "mega",
        ...(isAskable(coupon.code) && {
          footer: column([button(clipboardAction(t("coupon.copy"), coupon.code), brand.accent)], {
            paddingAll: "12px",
          }),
        }),
      },
    ),
  ]);
}

/** One sample for each reason why a code can't be used. */
function refusals(ctx: RenderContext, coupon: Coupon | undefined): Sample[] {
  if (!coupon) return [];
  const { now } = ctx;
  const owner = { uuid: coupon.member_uuid ?? "" };
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const found = (reason: NonNullable<Found["reason"]>, more: Partial<Coupon> = {}): Found => ({
    usable: false,
    reason,
    coupon: { ...coupon, ...more },
  });
  const cases: Readonly<Record<string, Found | null>> = {
    elsewhere: null,
    "not-given": found("COUPON_NOT_GIVEN"),
    used: found("COUPON_USED", { used_at: day(-3) }),
    expired: found("COUPON_EXPIRED", { expires_at: day(-1) }),
    early: found("COUPON_NOT_STARTED", { starts_at: day(1) }),
    voided: found("COUPON_VOIDED"),
  };
  const slow = { type: "text" as const, text: ctx.t("check.slow", { minutes: 7 }) };
  return [
    ...Object.entries(cases).map(([about, one]) => ({
      name: "ordinary" as const,
      about,
      messages: [view(ctx, owner, one)],
    })),
    { name: "ordinary", about: "too-many", messages: [withContactButton(ctx, slow)] },
  ];
}

const askView = ({ t }: RenderContext): Message =>
  withQuickReplies({ type: "text", text: t("check.ask") }, menuActions(t));
