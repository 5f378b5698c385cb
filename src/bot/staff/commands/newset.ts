/** The `/newset` command: creates a coupon set from one line, and asks for missing fields. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../../context.ts";
import { tenthsLeft } from "../../views/coupon.ts";
import { foldedName } from "../../../text/folded-name.ts";
import { noonOf } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";
import { expectInput, managers, type Command, type CommandContext } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import {
  draftFields,
  isDraftField,
  isSetType,
  missingField,
  parseSetLine,
  readField,
  setBounds,
  setInput,
  setTypes,
  withField,
  type DraftField,
  type FieldFault,
  type SetDraft,
} from "../new-set-draft.ts";
import type { CreateCouponSet } from "../operations/coupons.ts";
import { infoCard, textMessage, textReply } from "../staff-views.ts";

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
  parameters: [{ name: "name", is: "rest" }],
  confirm: true,
  helpKey: "staff.help.newset",
  run(ctx) {
    const read = readDraft(ctx);
    if (!read) return startReply(ctx);
    const { draft, faulty } = read;
    ctx.staffContext.dialogue.keepSetDraft(draft);
    if (faulty?.fault === "unexpected") return { messages: [faultView(ctx, faulty)] };
    const missing = faulty?.field ?? missingField(draft);
    if (missing) {
      expectInput(ctx, "to", { field: missing });
      const fault = faulty ? [faultView(ctx, faulty)] : [];
      return { messages: [...fault, missingView(ctx, draft, missing)] };
    }
    const input = setInput(draft, ctx);
    if (!input) return startReply(ctx);
    const order: CreateCouponSet = { input };
    return askConfirmation(
      ctx,
      { operation: "create_coupon_set", order },
      {
        title: ctx.t("staff.ask.create"),
        facts: [...summary(ctx, draft), ctx.t("staff.final")],
        yes: "staff.yes.create",
      },
    );
  },
};

/** The draft after a line, a tapped button or a typed answer; null when there is nothing to start from. */
function readDraft(ctx: CommandContext): { draft: SetDraft; faulty: FieldFault | null } | null {
  const { args, staffContext } = ctx;
  if (args["name"]) return parseSetLine(args["name"], ctx);
  const draft = staffContext.dialogue.setDraft();
  const field = args["field"];
  if (!draft || !isDraftField(field)) return null;
  const written = args["to"] ?? "";
  const read = readField(draft, field, suggestedAs(ctx, draft, field, written) ?? written, ctx);
  if ("fault" in read) return { draft, faulty: read };
  return { draft: withField(draft, field, read.value), faulty: null };
}

/** The suggestion whose label was typed; undefined when there is none. */
const suggestedAs = (ctx: RenderContext, draft: SetDraft, field: DraftField, written: string) =>
  suggestions[field](draft).find(
    (value) => labelKey(valueLabel(ctx, draft, field, value)) === labelKey(written),
  );

const labelKey = (label: string) => foldedName(label).replaceAll(" ", "");

/** Asks for the name, or for the whole line. */
function startReply(ctx: CommandContext): Reply {
  expectInput(ctx, "name", {});
  return textReply(ctx.t("staff.newset.start"));
}

function faultView({ t }: RenderContext, { fault, written }: FieldFault): Message {
  const values = { written: ui.clip(written, 60) };
  const { minPercent, maxPercent, maxAmount, maxCodes, maxDays } = setBounds;
  switch (fault) {
    case "percent":
      return textMessage(
        t("staff.newset.fault.percent", { ...values, min: minPercent, max: maxPercent }),
      );
    case "amount":
      return textMessage(t("staff.newset.fault.amount", { ...values, max: maxAmount }));
    case "quantity":
      return textMessage(t("staff.newset.fault.quantity", { ...values, max: maxCodes }));
    case "validity":
      return textMessage(t("staff.newset.fault.validity", { ...values, max: maxDays }));
    case "type":
    case "unexpected":
      return textMessage(t(`staff.newset.fault.${fault}`, values));
  }
}

function missingView(ctx: RenderContext, draft: SetDraft, field: DraftField): Message {
  const { t } = ctx;
  const actions = suggestions[field](draft).map((to) =>
    ui.postbackAction(valueLabel(ctx, draft, field, to), "/newset", { field, to }),
  );
  return infoCard(ctx, t(`staff.newset.${field}`), summary(ctx, draft), actions);
}

/** A field's value as people will read it. */
function valueLabel(
  { t, timeZone }: RenderContext,
  { type }: SetDraft,
  field: DraftField,
  value: string,
): string {
  switch (field) {
    case "type":
      return isSetType(value) ? t(`staff.newset.type.${value}`) : value;
    case "value":
      return type === "percent"
        ? t("staff.newset.reads.percent", {
            value: Number(value),
            tenths: tenthsLeft(Number(value)),
          })
        : t("staff.newset.reads.amount", { value: Number(value) });
    case "quantity":
      if (value === "unlimited") return t("staff.left.endless");
      return t("staff.newset.reads.quantity", { count: Number(value.slice(1)) });
    case "validity": {
      if (value === "endless") return t("coupon.endless");
      const last = noonOf(value, timeZone);
      if (last !== null) return t("coupon.until", { last });
      return t("staff.validity.days", { count: Number.parseInt(value, 10) });
    }
  }
}

/** The lines of a draft; a discount says its value in place of its type. */
function summary(ctx: RenderContext, draft: SetDraft): string[] {
  const shown = draftFields.filter((field) => field !== "type" || draft.value === undefined);
  const lines = shown.map((field) => {
    const value = draft[field];
    return value === undefined ? "" : valueLabel(ctx, draft, field, value);
  });
  return [draft.name, ...lines].filter(Boolean);
}
