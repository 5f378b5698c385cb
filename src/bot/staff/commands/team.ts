/** The `/staff`, `/invite`, `/join` and `/remove` commands: list, invite, add and remove staff. */
import { createHash, randomInt } from "node:crypto";
import { roles, type StaffAction, type Role } from "../../../store/staff.ts";
import type { Context } from "../../context.ts";
import { clip } from "../../views/flex-components.ts";
import { commandButton } from "../stored-choices.ts";
import { owners, type Command, type CommandContext } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { chooser, infoCard, text } from "../staff-views.ts";

const inviteMs = 10 * 60_000;
/** Letters and digits that aren't easily confused. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 10;

const actionOf = ({ lineId, event, now }: Context): StaffAction => ({
  by: lineId,
  eventId: event.webhookEventId,
  at: now,
});

/** The stored form of an invitation code; spaces, hyphens and case don't matter. */
const hashOf = (code: string): string =>
  createHash("sha256")
    .update(code.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase())
    .digest("base64url");

export const invite: Command = {
  name: "invite",
  roles: owners,
  parameters: [{ name: "role", is: "word" }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.invite",
  async run(ctx) {
    const { account, args, staffContext, t, now } = ctx;
    const requested = args["role"]?.toLowerCase();
    const role = roles.find((one) => one === requested);
    if (!role) return { messages: [text(t("staff.invite.roles", { roles: roles.join(", ") }))] };
    const code = Array.from(
      { length: codeLength },
      () => codeAlphabet[randomInt(codeAlphabet.length)],
    ).join("");
    await staffContext.staff.invite(account, actionOf(ctx), {
      hash: hashOf(code),
      role,
      expiresAt: now + inviteMs,
    });
    return {
      messages: [
        text(t("staff.invite.made", { role: roleName(ctx, role) })),
        text(`/join ${code}`),
      ],
    };
  },
};

/** Anyone may try a code; a stranger's wrong code is treated like any unknown text. */
export const join: Command = {
  name: "join",
  roles: "anyone",
  parameters: [{ name: "code", is: "rest", optional: true, shown: "<CODE>" }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.join",
  async run(ctx) {
    const { account, lineId, colleague, staffContext, args, t } = ctx;
    const { code } = args;
    const wrong = colleague && { messages: [text(t("staff.join.wrong"))] };
    if (!code) return wrong;
    if (colleague?.role === "owner") return { messages: [text(t("staff.join.owner"))] };
    const guess = staffContext.joinLimiter.begin(lineId);
    if (!guess.allowed) return wrong;
    const name = await staffContext.directory.nameOf(lineId);
    const role = await staffContext.staff.join(account, actionOf(ctx), hashOf(code), name);
    if (!role) return wrong;
    guess.forgive();
    return { messages: [text(t("staff.join.done", { role: roleName(ctx, role) }))] };
  },
};

export const staff: Command = {
  name: "staff",
  roles: owners,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.staff",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const lines = (await staffContext.directory.all(account)).map(({ name, role, lineId }) =>
      [name, roleName(ctx, role), lineId].join(" · "),
    );
    return { messages: [infoCard(ctx, t("staff.staff.title"), lines)] };
  },
};

export const remove: Command = {
  name: "remove",
  roles: owners,
  parameters: [{ name: "staff", is: "person" }],
  confirm: false,
  mutates: true,
  helpKey: "staff.help.remove",
  async run(ctx) {
    const { account, args, staffContext, t } = ctx;
    const query = (args["staff"] ?? "").trim().toLowerCase();
    const all = await staffContext.directory.all(account);
    const byId = all.filter(({ lineId }) => lineId.toLowerCase() === query);
    const exact = all.filter(({ name }) => name.toLowerCase() === query);
    const prefixed = all.filter(({ name }) => name.toLowerCase().startsWith(query));
    const found = [byId, exact, prefixed].find((some) => some.length > 0) ?? [];
    const [one, second] = found;
    if (!one) return { messages: [text(t("staff.remove.none", { who: clip(query, 60) }))] };
    if (second) return { messages: [whichOne(ctx, found)] };
    if (staffContext.directory.isConfiguredOwner(one.lineId)) {
      return { messages: [text(t("staff.remove.fixed", { who: one.name }))] };
    }
    await staffContext.staff.remove(account, actionOf(ctx), one.lineId);
    return { messages: [text(t("staff.remove.done", { who: one.name }))] };
  },
};

const whichOne = (ctx: CommandContext, found: readonly Colleague[]) =>
  chooser(
    ctx,
    ctx.t("staff.who.title"),
    found.map(({ name, role, lineId }) => ({
      title: name,
      facts: [roleName(ctx, role), lineId],
      action: commandButton(ctx, name, "remove", { staff: lineId }),
    })),
  );

export const roleName = ({ t }: Pick<Context, "t">, role: Role): string => t(`staff.role.${role}`);
