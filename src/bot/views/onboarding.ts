/** The reply to a user who isn't exactly one active member: how to register or whom to contact, without member data. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import * as ui from "./flex-components.ts";
import { withNextSteps, type NextStep } from "./next-steps.ts";
import type { MemberLookup } from "../../members/member-cache.ts";

/** The name of the intent "registered", which the invitation's button asks for. */
export const registeredIntent = "registered";

/** Intents that anybody can ask for. */
const nextSteps: readonly NextStep[] = ["contact", "language", "help"];
/** Those that show what to join for. */
const stepsToJoin: readonly NextStep[] = ["rewards", "campaigns", ...nextSteps];

/**
 * @param again the user has just said that they registered.
 * @param goals rewards to join for, each in one line; shown to `unknown` ones.
 */
export function onboardingView(
  ctx: RenderContext,
  kind: Exclude<MemberLookup["kind"], "member">,
  again: boolean,
  goals: readonly string[] = [],
): Message {
  const { t } = ctx;
  switch (kind) {
    case "unknown":
      return invitation(ctx, again, goals);
    case "ambiguous":
      return withNextSteps(ctx, { type: "text", text: t("service.ambiguous") }, nextSteps);
    case "inactive":
      return withNextSteps(ctx, { type: "text", text: t("service.inactive") }, nextSteps);
  }
}

const invitationBody = ({ t, brand }: RenderContext) =>
  brand.registerUrl ? t("join.body") : `${t("join.body")}\n${t("join.staff")}`;

function invitation(ctx: RenderContext, again: boolean, goals: readonly string[]): Message {
  const { t, brand } = ctx;
  const title = again ? t("join.again.title") : t("join.title", { business: brand.name });
  const body = again ? t("join.again.body") : invitationBody(ctx);
  const goalTexts = goals.length > 0 ? [t("join.rewards"), ...goals] : [];
  return withNextSteps(
    ctx,
    ui.flex([title, body, ...goalTexts].join("\n"), [
      ui.coloredBox(
        brand.color,
        [
          ...(brand.logo
            ? [{ type: "image" as const, url: brand.logo, size: "xs", align: "start" as const }]
            : []),
          ui.textLine(title, { size: "lg", weight: "bold", ...(brand.logo && { margin: "md" }) }),
          ui.textLine(body, { margin: "md", lineSpacing: "4px" }),
          ...goalTexts.map((text, index) =>
            index === 0
              ? ui.textLine(text, { size: "sm", weight: "bold", margin: "lg" })
              : ui.textLine(text, {
                  size: "sm",
                  color: ui.palette.soft,
                  maxLines: 2,
                  margin: "sm",
                }),
          ),
        ],
        {
          size: "mega",
          ...ui.buttonFooter([
            ...(brand.registerUrl
              ? [ui.button(ui.uriAction(t("join.button"), brand.registerUrl), brand.accent)]
              : []),
            ui.button(ui.postbackAction(t("join.registered"), registeredIntent)),
          ]),
        },
      ),
    ]),
    stepsToJoin,
  );
}
