/** The replies to a usual member, who has one card, take less than 4 KB. */
import { expect, test } from "vitest";
import type { RenderContext } from "../../../src/bot/context.ts";
import { cardView } from "../../../src/bot/intents/card.ts";
import { balanceView } from "../../../src/bot/intents/balance.ts";
import { builtInCatalogues, createMessages } from "../../../src/bot/i18n/translate.ts";
import { sampleCards, sampleMember } from "../../../src/bot/views/sample-data.ts";
import { languages } from "../../../src/config/environment-schema.ts";
import { serializeMessages } from "../../../src/line/messages/prepare-reply.ts";
import { handClock } from "../../support/clock.ts";

const translations = createMessages(builtInCatalogues, "Asia/Bangkok");
const address = (name: string) => `https://bot.shop.example/images/${name.repeat(40)}.png`;

test.each(languages)("points and card in %s", (language) => {
  const ctx: RenderContext = {
    language,
    t: translations.in(language),
    brand: {
      name: "Sakura Cafe",
      color: "#D4738C",
      accent: "#7A2E43",
      logo: "https://cdn.platform.example/brands/sakura-cafe/logo-256.png",
      cardStyles: new Map([["gold", { picture: "https://cdn.shop.example/cards/gold.jpg" }]]),
      registerUrl: null,
      contactUrl: null,
    },
    timeZone: "Asia/Bangkok",
    images: { qr: () => address("q"), barcode: () => address("b") },
    now: handClock().now(),
  };
  const member = sampleCards(ctx, 1, sampleMember(ctx), 12_500);
  for (const view of [balanceView, cardView]) {
    const { json } = serializeMessages([view(ctx, member, 1)], { allowHttpImages: false });
    expect(Buffer.byteLength(json)).toBeLessThan(4096);
  }
});
