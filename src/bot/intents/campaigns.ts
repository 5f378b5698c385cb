/** Answers "what offers are there?": the active campaigns for the types of the member's cards. */
import type { Campaign, MemberProfile } from "../../loyalty/contract.ts";
import { type List, readMatching, requireKnown } from "../../loyalty/read-list.ts";
import type { FlexBubble, Message } from "../../line/messages/prepare-reply.ts";
import type { Context, Intent, RenderContext } from "../context.ts";
import { ensureContrast } from "../views/color-contrast.ts";
import { byEnd, isRunning, periodText } from "../views/dates.ts";
import * as ui from "../views/flex-components.ts";
import { withNextSteps, type NextStep } from "../views/next-steps.ts";
import { phraseList, thaiPhraseList } from "../routing/text-router.ts";
import { paginate } from "../views/paginate.ts";
import { pageIn } from "../routing/postback.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const nextSteps: readonly NextStep[] = ["coupons", "balance", "card", "history", "help"];
const maxNameLength = 100;
const maxDescriptionLength = 300;

export const campaigns: Intent = {
  name: "campaigns",
  access: "member",
  cacheable: false,
  phrases: {
    en: phraseList(`
      campaigns, campaign, promotions, promotion, promo, promos, offers, offer, special offers, deals
      current promotions, current campaigns, current offers, any promotions, do you have any promotions, do you have promotions, are there any promotions, any promos, any offers, any deals
      show promotions, what promotions are there, what offers are there, promotions please, promtion, promotoin
      promotons, promotin, promition, campain, campaing, compaign, มี promotion ไหม, ดู promotion, มี proไหม
      specials, what's on, show me promotions, show offers, see promotions, see offers, campains, campagin
      promtions
    `),
    th: thaiPhraseList(`
      โปรโมชั่น, โปรโมชัน, แคมเปญ, โปร, โปรวันนี้, โปรเดือนนี้, โปรล่าสุด, โปรใหม่, ดูโปร, ดูโปรโมชั่น, ขอดูโปร
      ขอดูโปรโมชั่น, มีโปรไหม, มีโปรมั้ย, มีโปรอะไรบ้าง, มีโปรอะไร, ช่วงนี้มีโปรอะไร, ช่วงนี้มีโปรอะไรบ้าง, ตอนนี้มีโปรอะไรบ้าง, มีโปรโมชั่นไหม, มีโปรโมชั่นอะไรบ้าง
      กิจกรรม, ข้อเสนอพิเศษ, สิทธิพิเศษ, โปรโมชั้น, โปโมชั่น, โปรโมชั่, โปรโมชน, โปรโมช่น, โปรโมชี่น, แคมเปน
      แคมเปญน์, แคมแปญ, โปรโมชั่นวันนี้, โปรโมชั่นเดือนนี้, โปรโมชั่นล่าสุด, ขอโปรโมชั่น, ดูแคมเปญ, โปรโมทชั่น
    `),
    ja: phraseList(`
      キャンペーン, キャンペーン情報, プロモーション, お得情報, お得な情報, セール, イベント
      開催中のキャンペーン, 今のキャンペーン, 最新のキャンペーン, キャンペーンを見る, キャンペーンを見せて
      キャンペーン見せて, キャンペーンを教えて, キャンペーン教えて, キャンペーンある, キャンペーンはある
      キャンペーンありますか, キャンペーンはありますか, キャンペーンは, キャンペン, キヤンペーン, きゃんぺーん
      キャンベーン, キャンペーンー, キャンペーン一覧, セール情報, キャンペーンを教えてください
      何かキャンペーンありますか, 今キャンペーンやってますか, 今キャンペーンやっていますか, イベント情報
    `),
    "zh-TW": phraseList(`
      活動, 優惠活動, 促銷, 促銷活動, 優惠, 最新活動, 最新優惠, 近期活動, 目前活動, 目前優惠, 會員活動
      活動資訊, 優惠資訊, 活動查詢, 看活動, 查活動, 有活動嗎, 有什麼活動, 有哪些活動, 有優惠嗎, 有什麼優惠
      有哪些優惠, 現在有什麼活動, 現在有什麼優惠, 最近有什麼優惠, 特惠, 活动, 优惠活动, 优惠, 促消, 活洞, 優會活動, 本月活動, 今日優惠
      折扣活動, 好康, 最近有什麼活動, 查詢活動, 我要看活動, 我想看活動, 促销, 活勳, 優惠活動嗎
    `),
  },
  async answer(context, profile) {
    const { rows, isComplete } = await readActive(context, profile);
    const list = view(context, rows, pageIn(context.details));
    const note: Message = { type: "text", text: context.t("campaigns.partial") };
    return { messages: isComplete ? [list] : [note, list] };
  },
  async forStrangers(context) {
    const { rows } = await readActive(context, { cards: [] });
    return [view(context, rows, pageIn(context.details), [])];
  },
  samples: (ctx) => [
    { name: "ordinary", messages: [view(ctx, sample(ctx, 2, "Double points"), 1)] },
    { name: "empty", messages: [view(ctx, [], 1)] },
    {
      name: "longest",
      messages: [view(ctx, sample(ctx, 30, "Wolfeschlegelstein".repeat(30)), 1)],
    },
  ],
};

/** As far as they were found. @throws {LoyaltyError} when the platform fails, or has only campaigns for others on the pages read. */
async function readActive(
  context: Context,
  { cards }: Pick<MemberProfile, "cards">,
): Promise<List<Campaign>> {
  const { loyalty, timeZone, signal } = context;
  const types = new Set(cards.map(({ card_type }) => card_type));
  const isTheirs = ({ card_types }: Campaign) =>
    card_types.length === 0 || card_types.some((type) => types.has(type));
  const operation = "getCampaign";
  const list = await readMatching(
    loyalty[operation],
    { status: "ACTIVE" },
    { operation, isWanted: (row) => isRunning(context, row) && isTheirs(row), signal },
  );
  return { ...list, rows: byEnd(requireKnown(list, operation), timeZone) };
}

/** @param page from 1; past the end, the last page is shown. */
function view(
  ctx: RenderContext,
  found: readonly Campaign[],
  page: number,
  steps: readonly NextStep[] = nextSteps,
): Message {
  const { t } = ctx;
  if (found.length === 0) {
    return withNextSteps(ctx, { type: "text", text: t("campaigns.empty") }, steps);
  }
  const { shown, ...pages } = paginate(found, page, pageSize);
  const campaignTexts = shown.map((campaign) => {
    const when = periodText(ctx, campaign);
    const name = nameOf(ctx, campaign);
    return when ? t("campaigns.alt.one", { campaign: name, when }) : name;
  });
  const message = ui.flex(t("campaigns.alt", { campaigns: ui.altEntries(campaignTexts) }), [
    ...shown.map((campaign) => campaignBubble(ctx, campaign)),
    ...ui.nextPageBubble(campaigns.name, (left) => t("campaigns.more", left), pages),
  ]);
  return withNextSteps(ctx, message, steps);
}

const nameOf = ({ t }: RenderContext, { name }: Campaign) =>
  ui.clip(name.trim() || t("campaigns.label"), maxNameLength);

function campaignBubble(ctx: RenderContext, campaign: Campaign): FlexBubble {
  const { t, brand } = ctx;
  const picture = ui.pictureUrl(ctx.images, campaign.image);
  const link = ui.linkUri(campaign.url, "https:", 1000) ?? ui.linkUri(campaign.url, "http:", 1000);
  const when = periodText(ctx, campaign);
  const { description } = campaign;
  return ui.coloredBox(
    brand.color,
    [
      ...ui.optionalLine(when, { size: "xs", weight: "bold", color: ensureContrast(brand.accent) }),
      ui.textLine(nameOf(ctx, campaign), { size: "lg", weight: "bold", maxLines: 3, margin: "sm" }),
      ...ui.optionalLine(ui.clip(description.trim(), maxDescriptionLength), {
        size: "sm",
        margin: "md",
        lineSpacing: "4px",
      }),
    ],
    {
      ...(picture && { hero: ui.heroPicture(picture) }),
      ...ui.buttonFooter(
        link ? [ui.button(ui.uriAction(t("campaigns.open"), link), brand.accent)] : [],
      ),
    },
  );
}

function sample({ now, images }: RenderContext, count: number, name: string): Campaign[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: String(index),
    name,
    description: `${name}.`,
    ...(images.samplePicture && { image: images.samplePicture }),
    type: "INFO",
    status: "ACTIVE",
    start_date: new Date(now).toISOString(),
    end_date: new Date(now + (index + 1) * 7 * 86_400_000).toISOString(),
    card_types: [],
    url: "https://example.com/",
  }));
}
