/** Orders behind the buttons of a choice, where they are too long to be carried by the buttons themselves. */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { Action } from "../../line/messages/prepare-reply.ts";
import { postbackAction } from "../views/flex-components.ts";
import { postbackData } from "../routing/text-router.ts";
import type { CommandContext } from "./command.ts";

/** LINE takes this much as the data of a button. */
const dataLimit = 300;
const keptMs = 600_000;
const maxKept = 10_000;

type Args = Readonly<Record<string, string>>;

export interface Choices {
  /** @returns what to ask for `of` by. */
  keep(asker: string, args: Args): string;
  /** Null where it is somebody else's, too old, or of before a restart. */
  of(asker: string, id: string): Args | null;
}

export function createChoices(clock: Clock): Choices {
  const kept = new LRUCache<string, Args>({
    max: maxKept,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
  return {
    keep(asker, args) {
      const id = randomBytes(9).toString("base64url");
      kept.set(`${asker}/${id}`, args);
      return id;
    },
    of: (asker, id) => kept.get(`${asker}/${id}`) ?? null,
  };
}

/** The key of a button's data that stands for arguments which are kept. */
const keptKey = "kept";

/** A button that gives a command, however long its arguments are. */
export function orderButton(
  { staffContext, account, colleague }: CommandContext,
  label: string,
  command: string,
  args: Args,
): Action {
  const name = `/${command}`;
  const fits = postbackData(name, args).length <= dataLimit;
  const askedBy = `${account}/${colleague.lineId}`;
  return postbackAction(
    label,
    name,
    fits ? args : { [keptKey]: staffContext.choices.keep(askedBy, args) },
  );
}

/** The arguments that a button brought, or stands for; null where those aren't kept any more. */
export function argsOf(
  tapped: Args,
  {
    staffContext,
    account,
    colleague,
  }: Pick<CommandContext, "staffContext" | "account" | "colleague">,
): Args | null {
  const id = tapped[keptKey];
  return id === undefined ? tapped : staffContext.choices.of(`${account}/${colleague.lineId}`, id);
}
