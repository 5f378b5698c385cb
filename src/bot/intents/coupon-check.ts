/** Answers "can I use the coupon with this code?": shows the member's coupon with its QR code, or why it can't be used. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type {
  Coupon,
  CouponCheck,
  CouponSet,
  MemberCard,
  MemberProfile,
} from "../../loyalty/contract.ts";
import { isUnsupported, LoyaltyError } from "../../loyalty/errors.ts";
import { findMatching } from "../../loyalty/read-list.ts";
import { plainNumber } from "../../text/digits.ts";
import { plainName } from "../../text/folded-name.ts";
import type { Context, Intent, RenderContext, Reply, Sample } from "../context.ts";
import { type Argument, phraseList, thaiPhraseList } from "../routing/text-router.ts";
import {
  checkIntent,
  couponName,
  couponRefusal,
  couponView,
  isAskable,
  isAvailable,
  refusalTextsForMember,
} from "../views/coupon.ts";
import { type NextStep, withNextSteps } from "../views/next-steps.ts";
import { sampleCoupons } from "../views/sample-data.ts";
import { cardView, withCards } from "./card.ts";

const code: Argument = {
  name: "code",
  // Without a code, these phrases ask for the intent "coupons".
  openings: phraseList(`
    check my coupon, check voucher, เช็คคูปอง, เช็กคูปอง, ตรวจสอบคูปอง, ตรวจคูปอง
    クーポン確認, クーポンの確認, クーポンを確認, 查優惠券, 查詢優惠券, 優惠券查詢, 查詢折價券, 查询优惠券
  `),
  // One word. Several words only if they contain a digit and no letters but a to z: ordinary text must not match.
  form: /^(?=.*\p{N})[\p{L}\p{M}\p{N}_./+-]{3,50}$|^(?=.*\d)[a-z\d _./+-]{3,50}$|^(?=.*[a-z])[a-z_./+-]{3,50}$/iu,
  // A number alone is a code only if it is shorter than a phone or card number.
  alone: /^(?=.*\d)(?:(?=.*[a-z])[a-z\d-]{6,32}|\d{6,7})$/i,
};

export const couponCheck: Intent = {
  name: checkIntent,
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      check, check coupon, check a coupon, check the coupon, check code, check a code, check my code
      check coupon code, coupon check, code check, coupon code, verify, verify code, verify coupon
      validate coupon, validate code, chekc, chek, chcek, ckeck, เช็ค coupon, เช็ค code, check this code
      verify a code, is this code valid, is my code valid, cehck, เช็คcode, 查code, check please, check code please
      check coupon please, check my code please, check this code please, coupon code please, verify please
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
  answer,
  samples: couponCheckSamples,
};

async function answer(context: Context, profile: MemberProfile): Promise<Reply> {
  const { code: requestedCode = "" } = context.details;
  if (!isAskable(requestedCode)) return { messages: [codeQuestion(context)] };
  const isAsked = ({ card_no }: MemberCard) => isSameNumber(card_no, requestedCode);
  if (profile.cards.some(isAsked)) {
    return { messages: [cardView(context, withCards(profile, isAsked), 1)] };
  }
  const guess = await context.codeGuesses.begin(context.lineId);
  if (!guess.allowed) return { messages: [tooManyGuessesView(context, guess.minutes)] };
  let isGuess = false;
  try {
    const found = await lookUp(context, profile, requestedCode);
    isGuess = found?.coupon.member_uuid !== profile.uuid;
    return { messages: [checkView(context, profile, found)] };
  } catch (error) {
    isGuess = isRefusedCode(error);
    throw error;
  } finally {
    if (!isGuess) await guess.forgive();
  }
}

/** Whether a platform refuses the code itself: some answer so to one that they don't know. */
const isRefusedCode = (error: unknown): boolean =>
  error instanceof LoyaltyError && error.operation === "checkCoupon" && error.isRefusal;

const isSameNumber = (one: string, other: string) =>
  withoutSeparators(one) === withoutSeparators(other);

const withoutSeparators = (number: string) =>
  plainNumber(number).replace(/[\s-]/g, "").toLowerCase();

/** @returns null for a code that the platform doesn't know. @throws {LoyaltyError} when the platform fails. */
async function lookUp(
  context: Context,
  profile: MemberProfile,
  requestedCode: string,
): Promise<CheckedCoupon | null> {
  const { loyalty, event, signal } = context;
  const member_uuid = profile.uuid;
  try {
    return await checkWritten(context, requestedCode, member_uuid);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    if (!event.postback) {
      if (error.code === "NOT_FOUND") return null;
      throw error;
    }
  }
  // A button of the coupon list, and the platform doesn't support checking codes: look the coupon up in the list.
  const isAsked = (row: Coupon) =>
    row.code === requestedCode && isAvailable(row, member_uuid, context);
  const coupon = await findMatching(
    loyalty.getGiveCouponHistory,
    { member_uuid, usable: true, search: requestedCode },
    {
      operation: "getGiveCouponHistory",
      owner: ["member_uuid", member_uuid],
      isWanted: isAsked,
      signal,
    },
  );
  return coupon && { usable: true, coupon };
}

/** The code with the signs directly before and behind it, which a sentence seldom has and an imported code may. */
function withEdges(asked: string, text: string): string {
  const at = text.indexOf(asked);
  const before = /(?<![_/+-])[_/+-]+$/.exec(text.slice(0, at))?.[0] ?? "";
  const behind = /^[_/+-]+/.exec(text.slice(at + asked.length))?.[0] ?? "";
  return at === -1 ? asked : before + asked + behind;
}

/** Checks the code as it was routed, else with its edges as they were written. @throws {LoyaltyError} */
async function checkWritten(
  context: Context,
  asked: string,
  member_uuid: string,
): Promise<CheckedCoupon> {
  try {
    return await checkFor(context, asked, member_uuid);
  } catch (error) {
    const longer = withEdges(asked, plainName(context.event.message?.text ?? ""));
    const isUnknown = error instanceof LoyaltyError && error.code === "NOT_FOUND";
    if (!isUnknown || longer === asked) throw error;
    return checkFor(context, longer, member_uuid);
  }
}

/** Checks a code for a member; a platform may refuse to be told whose it should be. @throws {LoyaltyError} */
async function checkFor(
  { loyalty, signal }: Context,
  requestedCode: string,
  member_uuid: string,
): Promise<CheckedCoupon> {
  try {
    return await loyalty.checkCoupon({ code: requestedCode, member_uuid }, { signal });
  } catch (error) {
    if (!(error instanceof LoyaltyError) || error.status !== 400) throw error;
    return loyalty.checkCoupon({ code: requestedCode }, { signal });
  }
}

// Renders the results of a coupon check: the usable coupon, a refusal, or the question for a code.

const stepsAfterRefusal: readonly NextStep[] = ["coupons", "check", "campaigns", "contact", "help"];

/** The result of a check. */
type CheckedCoupon = Pick<CouponCheck, "usable" | "reason" | "coupon"> & {
  coupon_set?: CouponSet | undefined;
};

/** @param found null for a code that the platform doesn't know. */
function checkView(
  ctx: RenderContext,
  profile: Pick<MemberProfile, "uuid">,
  found: CheckedCoupon | null,
): Message {
  const { t } = ctx;
  const refusal = (text: string) => withNextSteps(ctx, { type: "text", text }, stepsAfterRefusal);
  // The same answer for unknown codes and other members' coupons: it must not reveal that a code exists.
  if (found?.coupon.member_uuid !== profile.uuid) return refusal(t("check.elsewhere"));
  const { usable, reason, coupon, coupon_set } = found;
  if (usable) return couponView(ctx, coupon, coupon_set);
  return refusal(
    couponRefusal(refusalTextsForMember(ctx, couponName(ctx, coupon)), reason, coupon),
  );
}

/** Asks for the code. */
const codeQuestion = (ctx: RenderContext): Message =>
  withNextSteps(ctx, { type: "text", text: ctx.t("check.ask") }, ["coupons", "contact", "help"]);

/** @param minutes until codes are checked again. */
function tooManyGuessesView(ctx: RenderContext, minutes: number): Message {
  const text = ctx.t("check.slow", { minutes });
  return withNextSteps(ctx, { type: "text", text }, ["coupons", "contact", "help"]);
}

/** The coupon, the question for a code, and one refusal for each reason. */
function couponCheckSamples(ctx: RenderContext): Sample[] {
  const [coupon] = sampleCoupons(ctx, 1, "50 THB off");
  const [long] = sampleCoupons(ctx, 1, "Wolfeschlegelstein".repeat(20));
  return [
    {
      name: "ordinary",
      messages: coupon ? [couponView(ctx, coupon, { terms: "One per person." })] : [],
    },
    { name: "empty", messages: [codeQuestion(ctx)] },
    {
      name: "longest",
      messages: long
        ? [couponView(ctx, long, { description: "Long ".repeat(90), terms: "terms ".repeat(800) })]
        : [],
    },
    ...refusalSamples(ctx, coupon),
  ];
}

/** One sample for each reason why a code can't be used. */
function refusalSamples(ctx: RenderContext, coupon: Coupon | undefined): Sample[] {
  if (!coupon) return [];
  const { now } = ctx;
  const owner = { uuid: coupon.member_uuid ?? "" };
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const refused = (
    reason: NonNullable<CheckedCoupon["reason"]>,
    more: Partial<Coupon> = {},
  ): CheckedCoupon => ({
    usable: false,
    reason,
    coupon: { ...coupon, ...more },
  });
  const cases: Readonly<Record<string, CheckedCoupon | null>> = {
    elsewhere: null,
    "not-given": refused("COUPON_NOT_GIVEN"),
    used: refused("COUPON_USED", { used_at: day(-3) }),
    expired: refused("COUPON_EXPIRED", { expires_at: day(-1) }),
    early: refused("COUPON_NOT_STARTED", { starts_at: day(1) }),
    voided: refused("COUPON_VOIDED"),
  };
  return [
    ...Object.entries(cases).map(([about, checked]) => ({
      name: "ordinary" as const,
      about,
      messages: [checkView(ctx, owner, checked)],
    })),
    { name: "ordinary", about: "too-many", messages: [tooManyGuessesView(ctx, 7)] },
  ];
}
