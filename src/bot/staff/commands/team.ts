/** `/staff`, `/invite`, `/join` and `/remove`: who belongs to the staff. */
import { createHash, randomInt } from "node:crypto";
import { roles, type Deed, type Role } from "../../../store/staff.ts";
import type { Context, Said } from "../../context.ts";
import { clip } from "../../views/flex-components.ts";
import { orderButton } from "../stored-choices.ts";
import { everybody, owners, type Command, type Desk, type Order } from "../command.ts";
import type { Colleague } from "../staff-directory.ts";
import { choose, sheet, text } from "../staff-views.ts";

const inviteMs = 10 * 60_000;
/** Without letters that look alike. */
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 10;

const deedOf = ({ lineId, event, now }: Context): Deed => ({
  by: lineId,
  eventId: event.webhookEventId,
  at: now,
});

const hashOf = (code: string): string =>
  createHash("sha256")
    .update(code.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase())
    .digest("base64url");

export const invite: Command = {
  name: "invite",
  roles: owners,
  parameters: [{ name: "role", is: "word" }],
  confirm: false,
  acts: true,
  told: "staff.help.invite",
  async run(order) {
    const { account, args, desk, say, now } = order;
    const wanted = args["role"]?.toLowerCase();
    const role = roles.find((one) => one === wanted);
    if (!role) return { messages: [text(say("staff.invite.roles", { roles: roles.join(", ") }))] };
    const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join(
      "",
    );
    await desk.staff.invite(account, deedOf(order), {
      hash: hashOf(code),
      role,
      expiresAt: now + inviteMs,
    });
    return {
      messages: [
        text(say("staff.invite.made", { role: roleName(order, role) })),
        text(`/join ${code}`),
      ],
    };
  },
};

/** @returns null where it has to stay an unknown word. @param colleague null = not of the staff, yet. */
export async function joining(
  context: Context,
  desk: Desk,
  colleague: Colleague | null,
  code: string,
): Promise<Said | null> {
  const { account, lineId, say } = context;
  const wrong = colleague ? { messages: [text(say("staff.join.wrong"))] } : null;
  if (!code) return wrong;
  if (colleague?.role === "owner") {
    return { messages: [text(say("staff.join.owner"))] };
  }
  const guess = await desk.joinGuesses.begin(lineId);
  if (!guess.allowed) return wrong;
  const name = await desk.roster.nameOf(lineId);
  const role = await desk.staff.join(account, deedOf(context), hashOf(code), name);
  if (!role) return wrong;
  await guess.forgive();
  return { messages: [text(say("staff.join.done", { role: roleName(context, role) }))] };
}

export const join: Command = {
  name: "join",
  roles: everybody,
  parameters: [{ name: "CODE", is: "rest" }],
  confirm: false,
  acts: true,
  told: "staff.help.join",
  async run(order) {
    const said = await joining(order, order.desk, order.asker, order.args["CODE"] ?? "");
    return said ?? { messages: [] };
  },
};

export const staff: Command = {
  name: "staff",
  roles: owners,
  parameters: [],
  confirm: false,
  told: "staff.help.staff",
  async run(order) {
    const { account, desk, say } = order;
    const lines = (await desk.roster.all(account)).map(({ name, role, lineId }) =>
      [name, roleName(order, role), lineId].join(" · "),
    );
    return { messages: [sheet(order, say("staff.staff.title"), lines)] };
  },
};

export const remove: Command = {
  name: "remove",
  roles: owners,
  parameters: [{ name: "staff", is: "person" }],
  confirm: false,
  acts: true,
  told: "staff.help.remove",
  async run(order) {
    const { account, args, desk, say } = order;
    const wanted = (args["staff"] ?? "").trim().toLowerCase();
    const all = await desk.roster.all(account);
    const byId = all.filter(({ lineId }) => lineId.toLowerCase() === wanted);
    const exact = all.filter(({ name }) => name.toLowerCase() === wanted);
    const near = all.filter(({ name }) => name.toLowerCase().startsWith(wanted));
    const found = [byId, exact, near].find((some) => some.length > 0) ?? [];
    const [one, second] = found;
    if (!one) return { messages: [text(say("staff.remove.none", { who: clip(wanted, 60) }))] };
    if (second) return { messages: [whichOne(order, found)] };
    if (desk.roster.isFixed(one.lineId)) {
      return { messages: [text(say("staff.remove.fixed", { who: one.name }))] };
    }
    await desk.staff.remove(account, deedOf(order), one.lineId);
    return { messages: [text(say("staff.remove.done", { who: one.name }))] };
  },
};

const whichOne = (order: Order, found: readonly Colleague[]) =>
  choose(
    order,
    order.say("staff.who.title"),
    found.map(({ name, role, lineId }) => ({
      title: name,
      facts: [roleName(order, role), lineId],
      action: orderButton(order, name, "remove", { staff: lineId }),
    })),
  );

export const roleName = ({ say }: Pick<Context, "say">, role: Role): string =>
  say(`staff.role.${role}`);
