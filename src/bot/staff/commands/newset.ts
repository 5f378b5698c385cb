/** The `/newset` command: creates a coupon set from one line, and asks for missing fields with buttons. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { postbackAction } from "../../views/flex-components.ts";
import { managers, type Command } from "../command.ts";
import { askConfirmation } from "../confirmation/ask.ts";
import {
  isSetType,
  missingField,
  parseSetLine,
  setInput,
  setTypes,
  withTappedField,
  type DraftField,
  type SetDraft,
} from "../new-set-draft.ts";
import type { CreateCouponSet } from "../operations/create-coupon-set.ts";
import { sessionKey } from "../session-state.ts";
import { infoCard, text } from "../staff-views.ts";

/** The values that buttons suggest; others can be typed. */
const suggestions: Readonly<Record<DraftField, (draft: SetDraft) => readonly string[]>> = {
  type: () => Object.keys(setTypes),
  value: ({ type }) => (type === "percent" ? ["5", "10", "20", "50"] : ["20", "50", "100", "200"]),
  quantity: () => ["unlimited", "x50", "x100", "x500"],
  validity: () => ["7d", "30d", "90d", "endless"],
};

export const newset: Command = {
  name: "newset",
  roles: managers,
  parameters: [{ name: "name", is: "rest", optional: true, shown: "…" }],
  confirm: true,
  helpKey: "staff.help.newset",
  run(ctx) {
    const { args, staffContext, t } = ctx;
    const key = sessionKey(ctx);
    const draft = args["name"]
      ? parseSetLine(args["name"])
      : withTappedField(staffContext.setDrafts.get(key), args);
    if (!draft) return { messages: [text(t("staff.newset.start"))] };
    staffContext.setDrafts.set(key, draft);
    const missing = missingField(draft);
    if (missing) return { messages: [missingView(ctx, draft, missing)] };
    const input = setInput(draft, ctx.now);
    if (!input) return { messages: [text(t("staff.newset.start"))] };
    const order: CreateCouponSet = { input };
    return askConfirmation(
      ctx,
      { operation: "create_coupon_set", order },
      {
        title: t("staff.ask.create"),
        facts: [...summary(ctx, draft), t("staff.final")],
        yes: "staff.yes.create",
      },
    );
  },
};

function missingView(ctx: RenderContext, draft: SetDraft, field: DraftField): Message {
  const { t } = ctx;
  const actions = suggestions[field](draft).map((to) =>
    postbackAction(valueLabel(ctx, to), "/newset", { field, to }),
  );
  return infoCard(ctx, t(`staff.newset.${field}`), summary(ctx, draft), actions);
}

function valueLabel({ t }: RenderContext, word: string): string {
  if (isSetType(word)) return t(`staff.newset.type.${word}`);
  if (word === "unlimited") return t("staff.left.endless");
  if (word === "endless") return t("coupon.endless");
  if (/^\d+d$/.test(word)) return t("staff.validity.days", { count: Number.parseInt(word, 10) });
  return word;
}

function summary(
  ctx: RenderContext,
  { name, type, value, quantity, validity }: SetDraft,
): string[] {
  const kind = type && isSetType(type) ? ctx.t(`staff.newset.type.${type}`) : "";
  return [
    name,
    [kind, value ?? ""].filter(Boolean).join(" "),
    quantity ? valueLabel(ctx, quantity) : "",
    validity ? valueLabel(ctx, validity) : "",
  ].filter(Boolean);
}
