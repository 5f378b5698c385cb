/** The demo's campaigns, at least one in each status. */
import type { Campaign } from "../../../loyalty/contract.ts";
import { addDays, endOfDay, localDate } from "../calendar.ts";
import type { Context } from "../context.ts";
import { nameKey } from "../listing.ts";
import { drawingPath } from "../pictures.ts";
import { uuidOf } from "./businesses.ts";

interface DemoCampaign {
  name: string;
  description: string;
  /** The name of a drawing. */
  picture: string;
  type: Campaign["type"];
  /** First and last day, in days from today. */
  days: [first: number, last: number];
  cardTypes?: string[];
  canceled?: true;
  coupon_set_uuid?: string;
  url?: string;
}

/** @param welcomeSet uuid of the coupon set of the welcome campaign. */
export function addCampaigns(context: Context, welcomeSet: string): void {
  const songkran = daysUntil(context, "04-13");
  const campaigns: DemoCampaign[] = [
    {
      name: "Double points on weekdays · แต้มคูณสองวันธรรมดา",
      description: "Monday to Friday, every drink counts twice.",
      picture: "two-cups",
      type: "POINT_MULTIPLIER",
      days: [-60, 120],
      url: "https://example.com/weekdays",
    },
    {
      name: "สงกรานต์ รับแต้มเพิ่ม 50",
      description: "รับแต้มเพิ่ม 50 แต้มเมื่อมาที่ร้านช่วงสงกรานต์",
      picture: "water",
      type: "BONUS_POINT",
      days: [songkran, songkran + 2],
    },
    {
      name: "Birthday month · เดือนเกิด",
      description: "100 points extra in the month of your birthday.",
      picture: "cake",
      type: "BONUS_POINT",
      days: [-300, 300],
    },
    {
      name: "GOLD only: a tasting evening",
      description: "New beans from Doi Chang, for GOLD cards.",
      picture: "beans",
      type: "INFO",
      days: [-5, 25],
      cardTypes: ["GOLD"],
    },
    {
      name: "週末ポイント2倍",
      description: "土日はポイントが2倍になります。",
      picture: "weekend",
      type: "POINT_MULTIPLIER",
      days: [-30, 60],
    },
    {
      name: "Welcome coupon · คูปองต้อนรับ",
      description: "50 THB off your first visit as a member.",
      picture: "ticket",
      type: "COUPON",
      days: [-100, 200],
      coupon_set_uuid: welcomeSet,
    },
    {
      name: "Rainy days · หน้าฝน",
      description: "Hot drinks with double points.",
      picture: "two-cups",
      type: "POINT_MULTIPLIER",
      days: [-150, -30],
    },
    {
      name: "Open-air concert",
      description: "Canceled because of the weather.",
      picture: "weekend",
      type: "INFO",
      days: [-10, 20],
      canceled: true,
    },
  ];
  for (const campaign of campaigns) addCampaign(context, campaign);
}

function addCampaign({ database, business, now }: Context, campaign: DemoCampaign): void {
  const { timezone } = business;
  const today = localDate(now, timezone);
  const [first, last] = campaign.days;
  database.run(
    `INSERT INTO campaign (business_id, uuid, name, name_key, description, image, type, canceled,
       start_at, end_at, card_types, coupon_set_uuid, url)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    business.id,
    uuidOf(`campaign ${business.code} ${campaign.name}`),
    campaign.name,
    nameKey(campaign.name),
    campaign.description,
    drawingPath(campaign.picture),
    campaign.type,
    campaign.canceled ?? false,
    endOfDay(addDays(today, first - 1), timezone),
    endOfDay(addDays(today, last), timezone),
    JSON.stringify(campaign.cardTypes ?? []),
    campaign.coupon_set_uuid ?? null,
    campaign.url ?? null,
  );
}

/** Days from today until the next such day, at least one. */
function daysUntil({ business, now }: Context, monthAndDay: string): number {
  const today = localDate(now, business.timezone);
  const year = Number(today.slice(0, 4));
  const next = [year, year + 1].map((y) => `${y}-${monthAndDay}`).find((day) => day > today)!;
  return Math.round((Date.parse(next) - Date.parse(today)) / 86_400_000);
}
