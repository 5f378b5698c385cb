/** The commands of the team: `/staff` lists it, `/invite` makes a code by which one person joins, `/join` takes it, `/remove` removes somebody, and `/studio` sends a link that logs in to the studio. */
import { createHash, randomInt } from "node:crypto";
import type { Action } from "../../../line/messages/prepare-reply.ts";
import { isJoinRefusal, roles, type StaffIdentity } from "../../../store/staff.ts";
import { plainNumber, withoutFraming } from "../../../text/digits.ts";
import { foldedName } from "../../../text/folded-name.ts";
import type { Reply } from "../../context.ts";
import * as ui from "../../views/flex-components.ts";
import { commandButton } from "../next-actions.ts";
import {
  actionOf,
  type Command,
  type CommandContext,
  expectAnother,
  expectInput,
  marketersAndOwners,
  owners,
} from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import { type Colleague, roleName } from "../staff-directory.ts";
import { chooser, listCard, textMessage, textReply } from "../staff-views.ts";
import { linkMinutes } from "../studio-links.ts";

export const staff: Command = {
  name: "staff",
  roles: owners,
  parameters: [],
  helpKey: "staff.help.staff",
  async run(ctx) {
    const { account, staffContext, t } = ctx;
    const rows = (await staffContext.directory.all(account)).map((one) => ({
      text: [one.name, roleName(ctx, one.role), one.lineId].join(" · "),
      actions: removeAction(ctx, one),
    }));
    const invitations = roles.map((role) =>
      commandButton(ctx, t("staff.next.invite", { role: roleName(ctx, role) }), "invite", { role }),
    );
    return { messages: [listCard(ctx, t("staff.staff.title"), rows, invitations)] };
  },
};

/** None for oneself and for the owners of the configuration, whom no command removes. */
function removeAction(ctx: CommandContext, { lineId }: Colleague): Action[] {
  const isFixed = ctx.staffContext.directory.isConfiguredOwner(lineId) || lineId === ctx.lineId;
  return isFixed
    ? []
    : [commandButton(ctx, ctx.t("staff.next.remove"), "remove", { staff: lineId })];
}

const inviteMs = 10 * 60_000;

export const invite: Command = {
  name: "invite",
  roles: owners,
  parameters: [{ name: "role", is: "word", ask: askRole }],
  mutates: true,
  helpKey: "staff.help.invite",
  async run(ctx) {
    const { account, args, staffContext, t, now } = ctx;
    const requested = foldedName(args["role"] ?? "");
    const role = roles.find(
      (one) => one === requested || foldedName(roleName(ctx, one)) === requested,
    );
    if (!role) return askRole(ctx);
    const code = createInvitationCode();
    await staffContext.staff.invite(account, actionOf(ctx), {
      hash: invitationHash(code),
      role,
      expiresAt: now + inviteMs,
    });
    return {
      messages: [
        textMessage(t("staff.invite.made", { role: roleName(ctx, role) })),
        textMessage(`/join ${code}`),
      ],
    };
  },
};

/** The roles to choose from, also when another word was written. */
function askRole(ctx: CommandContext): Reply {
  expectInput(ctx, "role", {});
  const options = roles.map((role) => {
    const name = roleName(ctx, role);
    return { title: name, facts: [], action: commandButton(ctx, name, "invite", { role }) };
  });
  return { messages: [chooser(ctx, ctx.t("staff.which.role"), options)] };
}

/** Letters and digits that aren't easily confused. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 10;

const createInvitationCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");

/** The stored form of an invitation code; spaces, hyphens, case and what frames it don't matter. */
const invitationHash = (code: string): string =>
  createHash("sha256")
    .update(plainNumber(withoutFraming(code)).replace(/[\s-]/g, "").toUpperCase())
    .digest("base64url");

/** Anyone may try a code, and is told why it doesn't work; to others than staff that is all that a command tells. */
export const join: Command = {
  name: "join",
  roles: "anyone",
  parameters: [{ name: "code", is: "rest", ask: "staff.which.invitation" }],
  mutates: true,
  // A late code has expired, and a repeat of what was accepted in time is told so.
  judgesLateness: true,
  helpKey: "staff.help.join",
  async run(ctx) {
    const { account, lineId, colleague, staffContext, args, t } = ctx;
    const { code = "" } = args;
    if (colleague?.role === "owner") return textReply(t("staff.join.owner"));
    const guess = await staffContext.joinLimiter.begin(lineId);
    if (!guess.allowed) return textReply(t("staff.join.tooMany", { minutes: guess.minutes }));
    const name = await staffContext.directory.nameOf(lineId);
    const joined = await staffContext.staff.join(
      account,
      actionOf(ctx),
      invitationHash(code),
      name,
    );
    if (isJoinRefusal(joined)) return textReply(t(`staff.join.${joined}`));
    await guess.forgive();
    return textReply(t("staff.join.done", { role: roleName(ctx, joined) }));
  },
};

export const remove: Command = {
  name: "remove",
  roles: owners,
  parameters: [{ name: "staff", is: "person", ask: askColleague }],
  confirm: true,
  helpKey: "staff.help.remove",
  async run(ctx) {
    const { account, args, lineId: asker, staffContext, t } = ctx;
    const written = args["staff"] ?? "";
    const query = foldedName(written);
    const all = await staffContext.directory.all(account);
    const byId = all.filter(({ lineId }) => lineId.toLowerCase() === query);
    const exact = all.filter(({ name }) => foldedName(name) === query);
    const prefixed = all.filter(({ name }) => query !== "" && foldedName(name).startsWith(query));
    const found = [byId, exact, prefixed].find((some) => some.length > 0) ?? [];
    const [one, second] = found;
    if (found.length !== 1) expectAnother(ctx, "staff");
    if (!one) return textReply(t("staff.remove.none", { who: ui.clip(written, 60) }));
    if (second) return { messages: [colleagueChooser(ctx, found)] };
    const { lineId, name, role } = one;
    if (staffContext.directory.isConfiguredOwner(lineId)) {
      return textReply(t("staff.remove.fixed", { who: name }));
    }
    if (lineId === asker) {
      const isAlone = !all.some((other) => other.role === "owner" && other.lineId !== asker);
      return textReply(t(isAlone ? "staff.remove.last" : "staff.remove.self"));
    }
    const order: StaffIdentity = { lineId, name, role };
    return askConfirmation(
      ctx,
      { operation: "remove_staff", order },
      {
        title: t("staff.ask.remove", { who: name }),
        facts: [roleName(ctx, role), lineId],
        yes: "staff.yes.remove",
      },
    );
  },
};

/** Asks which colleague, of those whom the asker can remove. */
async function askColleague(ctx: CommandContext): Promise<Reply> {
  const { account, lineId: asker, staffContext, t } = ctx;
  const { directory } = staffContext;
  const removable = (await directory.all(account)).filter(
    ({ lineId }) => lineId !== asker && !directory.isConfiguredOwner(lineId),
  );
  const isEmpty = removable.length === 0;
  return {
    messages: [isEmpty ? textMessage(t("staff.remove.nobody")) : colleagueChooser(ctx, removable)],
  };
}

const colleagueChooser = (ctx: CommandContext, found: readonly Colleague[]) =>
  chooser(
    ctx,
    ctx.t("staff.who.title"),
    found.map(({ name, role, lineId }) => ({
      title: name,
      facts: [roleName(ctx, role), lineId],
      action: commandButton(ctx, name, "remove", { staff: lineId }),
    })),
  );

/** The `/studio` command: sends the sender a link that logs them in to the studio once. */
export const studio: Command = {
  name: "studio",
  roles: marketersAndOwners,
  parameters: [],
  mutates: true,
  helpKey: "staff.help.studio",
  async run(ctx) {
    const { staffContext, t } = ctx;
    const { studioLinks } = staffContext;
    if (!studioLinks) return textReply(t("staff.studio.off"));
    const url = await studioLinks.create({ ...actionOf(ctx), eventAccount: ctx.account });
    if (url === null) return textReply(t("staff.studio.address"));
    return {
      messages: [textMessage(t("staff.studio.link", { minutes: linkMinutes })), textMessage(url)],
    };
  },
};
