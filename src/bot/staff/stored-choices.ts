/** Stores command arguments that are too long for the postback data of a button. */
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import type { Action } from "../../line/messages/prepare-reply.ts";
import { postbackAction } from "../views/flex-components.ts";
import { postbackData } from "../routing/postback.ts";

/** LINE's limit for the postback data of a button, in characters. */
const maxDataLength = 300;
const storedMs = 600_000;
const maxStored = 10_000;

type Args = Readonly<Record<string, string>>;

export interface Choices {
  /** Stores arguments for one asker. @returns the id to pass to `of`. */
  keep(asker: string, args: Args): string;
  /** Null when the id is another asker's, expired, or from before a restart. */
  of(asker: string, id: string): Args | null;
}

export function createChoices(clock: Clock): Choices {
  const cache = new LRUCache<string, Args>({
    max: maxStored,
    ttl: storedMs,
    ttlResolution: 0,
    perf: { now: () => clock.now() },
  });
  return {
    keep(asker, args) {
      const id = randomBytes(9).toString("base64url");
      cache.set(`${asker}/${id}`, args);
      return id;
    },
    of: (asker, id) => cache.get(`${asker}/${id}`) ?? null,
  };
}

/** The postback key whose value is the id of stored arguments. */
const storedKey = "kept";

/** The part of a command's context that tells whose choices are stored, and where. */
interface ChoiceContext {
  staffContext: { choices: Choices };
  account: string;
  lineId: string;
}

const askerOf = ({ account, lineId }: ChoiceContext) => `${account}/${lineId}`;

/** A button that runs a command; arguments over LINE's limit are stored, and the button carries their id. */
export function commandButton(
  ctx: ChoiceContext,
  label: string,
  command: string,
  args: Args,
): Action {
  const name = `/${command}`;
  const fits = postbackData(name, args).length <= maxDataLength;
  return postbackAction(
    label,
    name,
    fits ? args : { [storedKey]: ctx.staffContext.choices.keep(askerOf(ctx), args) },
  );
}

/** The arguments of a tapped button; null when it refers to stored arguments that are gone. */
export function argsOf(tapped: Args, ctx: ChoiceContext): Args | null {
  const id = tapped[storedKey];
  return id === undefined ? tapped : ctx.staffContext.choices.of(askerOf(ctx), id);
}
