/** The context in which tests render replies: the built-in texts, a brand, and no addresses of images. */
import type { Brand, RenderContext } from "../../src/bot/context.ts";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import type { Language } from "../../src/config/environment-schema.ts";
import { manualClock } from "./clock.ts";

export const timeZone = "Asia/Bangkok";
export const builtInMessages = createMessages(builtInCatalogues, timeZone);

export const brand: Brand = {
  name: "Sakura Cafe",
  color: "#B4475F",
  accent: "#B4475F",
  logo: null,
  registerUrl: null,
  contactUrl: null,
};

export const noImages: RenderContext["images"] = { qr: () => null, barcode: () => null };

/** @param changes what is another than usual. */
export const renderContextIn = (
  language: Language,
  changes: Partial<RenderContext> = {},
): RenderContext => ({
  language,
  t: builtInMessages.in(language),
  brand,
  timeZone,
  images: noImages,
  now: manualClock().now(),
  ...changes,
});
