/** The two businesses of the demo; neither can read the other's data. */
import { createHash, randomBytes } from "node:crypto";
import type { Database } from "../database.ts";
import { seededRandom } from "../random.ts";

const dayMs = 86_400_000;

const businesses = [
  {
    code: "SAKURA01",
    name: "Sakura Cafe",
    description: "ซากุระ คาเฟ่ · さくらカフェ",
    theme: "sakura",
    themeColor: "#D4738C",
    iconColor: "#7A2F45",
    planDays: [-200, 165],
  },
  {
    code: "LOTUS02",
    name: "Lotus Tea",
    description: "ชาดอกบัว",
    theme: "lotus",
    themeColor: "#5B8C7B",
    iconColor: "#24493D",
    planDays: [-366, -1],
  },
] as const;

/** Creates the businesses with new keys unless they exist; a reset of the data keeps the keys. */
export function addBusinesses(database: Database, now: number): void {
  for (const business of businesses) {
    const [start, end] = business.planDays.map((days) => now + days * dayMs);
    database.run(
      `INSERT INTO business (uuid, code, name, description, theme, theme_color, icon_color,
         timezone, point_price, plan_start, plan_end, api_key, api_secret)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'Asia/Bangkok', 25, ?, ?, ?, ?)
       ON CONFLICT (code) DO UPDATE SET plan_start = excluded.plan_start, plan_end = excluded.plan_end`,
      uuidOf(`business ${business.code}`),
      business.code,
      business.name,
      business.description,
      business.theme,
      business.themeColor,
      business.iconColor,
      start!,
      end!,
      `key_${randomBytes(12).toString("hex")}`,
      `secret_${randomBytes(24).toString("hex")}`,
    );
  }
}

// Derives the demo's identifiers from labels, so that they are the same in every database.

/** A LINE user id: `U` and 32 hex digits. */
export function lineIdOf(label: string): string {
  return `U${createHash("sha256").update(label).digest("hex").slice(0, 32)}`;
}

export function uuidOf(label: string): string {
  return seededRandom(label).uuid();
}

/** Uuid of the add-on that the demo's businesses have installed. */
export const extensionUuid = uuidOf("extension");
