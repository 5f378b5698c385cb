/** Checks what a shop needs beside its connections: an owner, rich menus, and the addresses that members are led to. */
import { embeddedAccount } from "../../app/embedded-accounts.ts";
import type { CardFact } from "../../bot/context.ts";
import { pointsFactsIn } from "../../bot/staff/rules/reminders.ts";
import type { Config } from "../../config/config.ts";
import type { RichMenuClient } from "../../line/rich-menu-client.ts";
import { isOurAlias, presentAlias } from "../../rich-menu/menus.ts";
import type { Store } from "../../store/store.ts";
import { type Area, type Check, fault, type Finding, hint, ok, skipped } from "./check.ts";

/** @param account the LINE user id of the members' account; null = not known yet. */
export function peopleArea(
  config: Config,
  { store, account }: { store: Store | null; account: string | null },
): Area {
  const { registerUrl, contactUrl } = config;
  return {
    name: "people",
    checks: [
      { name: "owner", run: () => owners(config, store, account) },
      {
        name: "REGISTER_URL",
        run: async () =>
          address(config, registerUrl, "people who aren’t members are shown no page to join"),
      },
      {
        name: "CONTACT_URL",
        run: async () =>
          address(config, contactUrl, "members are told when to call, and shown no way to"),
      },
    ],
  };
}

async function owners(
  { ownerLineIds, line }: Config,
  store: Store | null,
  account: string | null,
): Promise<Finding> {
  const own = line.kind === "embedded" ? embeddedAccount.botUserId : account;
  const listed = store && own ? await store.staff.list(own) : [];
  const joined = listed.filter(({ role, active }) => active && role === "owner");
  const names = new Set([...ownerLineIds, ...joined.map(({ lineId }) => lineId)]);
  if (names.size > 0) return ok(`there ${names.size === 1 ? "is 1" : `are ${names.size}`}`);
  // The demo's owner comes with the first start.
  if (line.kind === "embedded" && !store) return skipped("the demo gets one at its first start");
  return hint(
    "nobody is an owner, so nobody can invite staff",
    "set STAFF_OWNER_LINE_IDS to your LINE user id: LINE Developers Console → the channel → Basic settings → Your user ID",
  );
}

function address({ line }: Config, url: string | null, without: string): Finding {
  if (url !== null) return ok("set");
  if (line.kind === "embedded") return skipped("unset, and not needed in the demo");
  return hint(`unset: ${without}`, "set it in the environment");
}

/** Whether the members' channel has rich menus of the bot's. @param embedded the bot itself makes them there. */
export const richMenuCheck = (
  embedded: boolean,
  client: () => Promise<Pick<RichMenuClient, "aliases">>,
): Check => ({
  name: "rich menus",
  needs: "token",
  async run() {
    if (embedded) return skipped("the bot makes them at its start");
    const command = "npm run cli -- rich-menu";
    const aliases = [...(await (await client()).aliases()).keys()].filter(isOurAlias);
    if (aliases.length === 0) return hint("not made: members have no menu below the chat", command);
    return aliases.some((alias) => presentAlias(alias) !== alias)
      ? hint("made by an older version: staff have no menu of their role", command)
      : ok("made");
  },
});

// Checks that members can be reminded of what ends, as the settings say.

/** @param facts of `CARD_FACTS`. */
export function reminders(
  { coupon, points }: Config["reminderDays"],
  facts: readonly CardFact[],
): Finding {
  if (coupon === null && points === null) return skipped("members are reminded of nothing");
  if (points !== null && pointsFactsIn(facts).length === 0) {
    return fault(
      "REMIND_POINTS_DAYS: CARD_FACTS has no fact of kind expiry beside one of kind points",
      "put the two of a card, or of the member, one after the other, and not for staff alone",
    );
  }
  const told = [
    ...(coupon === null ? [] : [`coupons, ${coupon} days before they end`]),
    ...(points === null ? [] : [`points, ${points} days`]),
  ];
  return ok(told.join("; "));
}
