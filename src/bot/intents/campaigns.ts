/** "campaigns": what runs now for the member's kinds of card. */
import type { Campaign, MemberProfile } from "../../connect/contract.ts";
import { pages } from "../../connect/pages.ts";
import type { FlexBubble, Message } from "../../line/messages.ts";
import type { Context, Intent, Look } from "../context.ts";
import { instantOf, isSameDay, lastMomentOf } from "../dates.ts";
import {
  ask,
  button,
  clip,
  column,
  flex,
  ink,
  line,
  onward,
  open,
  panel,
  webAddress,
  withQuickReplies,
} from "../flex.ts";
import { partOf } from "../pages.ts";
import { pageIn } from "../route.ts";
import { asks } from "./help.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
const mostLookups = 5;
const longestName = 100;
const longestDescription = 300;

export const campaigns: Intent = {
  name: "campaigns",
  access: "member",
  kept: false,
  phrases: {
    en: ["campaigns", "campaign", "promotions", "promotion", "promo", "offers"],
    th: ["โปรโมชั่น", "โปรโมชัน", "แคมเปญ", "โปร"],
    ja: ["キャンペーン", "お得情報", "プロモーション"],
    "zh-TW": ["活動", "優惠活動", "促銷"],
  },
  answer: async (context, profile) => ({
    messages: [view(context, await running(context, profile), pageIn(context.details))],
  }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, sample(look, 2, "Double points"), 1)] },
    { name: "empty", messages: [view(look, [], 1)] },
    {
      name: "longest",
      messages: [view(look, sample(look, 30, "Wolfeschlegelstein".repeat(30)), 1)],
    },
  ],
};

async function running(
  { connect, signal }: Context,
  { cards }: MemberProfile,
): Promise<Campaign[]> {
  const types = new Set(cards.map(({ card_type }) => card_type));
  const found: Campaign[] = [];
  let lookups = 0;
  for await (const { data } of pages(
    connect.getCampaign,
    { status: "ACTIVE", size: 100 },
    { signal },
  )) {
    found.push(...data);
    if (++lookups === mostLookups) break;
  }
  return found.filter(
    ({ status, card_types }) =>
      status === "ACTIVE" &&
      (card_types.length === 0 || card_types.some((type) => types.has(type))),
  );
}

/** @param page from 1; past the end it is the last one. */
function view(look: Look, found: readonly Campaign[], page: number): Message {
  const { say } = look;
  if (found.length === 0) {
    return withQuickReplies({ type: "text", text: say("campaigns.empty") }, asks(say));
  }
  const { shown, left, page: at } = partOf(found, page, pageSize);
  const spoken = shown.map((campaign) =>
    [nameOf(campaign), time(look, campaign)].filter(Boolean).join(", "),
  );
  return flex(say("campaigns.alt", { campaigns: spoken.join(" · ") }), [
    ...shown.map((campaign) => campaignBubble(look, campaign)),
    ...(left > 0
      ? [
          onward(
            ask(say("campaigns.more", { count: left }), campaigns.name, { page: String(at + 1) }),
          ),
        ]
      : []),
  ]);
}

const nameOf = ({ name }: Campaign) => clip(name, longestName);

function campaignBubble(look: Look, campaign: Campaign): FlexBubble {
  const { say, brand } = look;
  const picture = webAddress(campaign.image, "https:", 2000);
  const link = webAddress(campaign.url, "https:", 1000) ?? webAddress(campaign.url, "http:", 1000);
  const when = time(look, campaign);
  const { description } = campaign;
  return panel(
    brand.color,
    [
      ...(when ? [line(when, { size: "xs", weight: "bold", color: ink.soft })] : []),
      line(nameOf(campaign), { size: "lg", weight: "bold", maxLines: 3, margin: "sm" }),
      ...(description.trim()
        ? [
            line(clip(description.trim(), longestDescription), {
              size: "sm",
              margin: "md",
              lineSpacing: "4px",
            }),
          ]
        : []),
    ],
    {
      ...(picture && {
        hero: {
          type: "image",
          url: picture,
          size: "full",
          aspectRatio: "20:13",
          aspectMode: "cover",
        },
      }),
      ...(link && {
        footer: column([button(open(say("campaigns.open"), link), brand.color)], {
          paddingAll: "12px",
        }),
      }),
    },
  );
}

/** From when to when, in words; empty where neither can be read. */
function time({ say, now, timeZone }: Look, { start_date, end_date }: Campaign): string {
  const start = instantOf(start_date);
  const last = lastMomentOf(end_date);
  if (last !== null && isSameDay(last, now, timeZone)) return say("campaigns.today");
  if (start !== null && last !== null) return say("campaigns.between", { start, last });
  if (last !== null) return say("campaigns.until", { last });
  return start === null ? "" : say("campaigns.from", { start });
}

function sample({ now }: Look, count: number, name: string): Campaign[] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: String(index),
    name,
    description: `${name}.`,
    type: "INFO",
    status: "ACTIVE",
    start_date: new Date(now).toISOString(),
    end_date: new Date(now + (index + 1) * 7 * 86_400_000).toISOString(),
    card_types: [],
    url: "https://example.com/",
  }));
}
