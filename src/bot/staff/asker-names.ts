/** Names who asked for an order: staff, or a rule of the bot. */
import { giftRules } from "../../store/rules/kinds.ts";
import type { CommandContext } from "./command.ts";

/** @returns the name of a staff member by their LINE user id, or of a rule. */
export async function askerNames({
  account,
  staffContext,
  t,
}: Pick<CommandContext, "account" | "staffContext" | "t">): Promise<(asker: string) => string> {
  const nameOf = await staffContext.directory.names(account);
  return (asker) => {
    const rule = giftRules.find((one) => one === asker);
    return rule ? t(`staff.rule.${rule}`) : nameOf(asker);
  };
}
