/**
 * The dialogue with a staff member: their last list of sets, their unfinished set, the argument that they were
 * asked for, arguments of buttons, and as whom they act in the dev channel. Read for a command, and stored with
 * its reply.
 */
import { randomBytes } from "node:crypto";
import { isAhead } from "../../store/clock-rules.ts";
import type { Dialogues } from "../../store/line-users.ts";
import type { DialogueChange } from "../../store/state-changes.ts";
import type { SetDraft } from "./new-set-draft.ts";

type Args = Readonly<Record<string, string>>;

/** The argument of a command that a staff member is to write next. */
export interface ExpectedInput {
  command: string;
  /** The arguments that the command has already. */
  args: Args;
  /** The argument that the text becomes. */
  parameter: string;
}

/** `member`: acts as that member. `nobody`: acts as a stranger. */
export type ActsAs = { as: "member"; uuid: string } | { as: "nobody" };

export type Dialogue = ReturnType<typeof dialogueOf>;

/** A part of the dialogue, and until when it counts, in milliseconds since 1970. */
interface Part<Value> {
  value: Value;
  until: number;
}

/** As it is stored. A change of its form needs another version: parts of others are dropped. */
interface State {
  version: 1;
  shownSets?: Part<readonly string[]>;
  setDraft?: Part<SetDraft>;
  expectedInput?: Part<ExpectedInput>;
  actsAs?: Part<ActsAs>;
  /** By ids; oldest first. */
  args: Record<string, Part<Args>>;
}

const partMs = 600_000;
const actsAsMs = 24 * 3_600_000;
/** Buttons whose arguments are stored: those of a few choosers. */
const maxArgs = 100;

/** @throws {StoreError} when it can't be read. */
export async function openDialogue(
  dialogues: Dialogues,
  { account, lineId, now }: { account: string; lineId: string; now: number },
): Promise<Dialogue> {
  const stored = await dialogues.get(account, lineId);
  const state = stored === null ? null : (JSON.parse(stored) as State);
  return dialogueOf(state?.version === 1 ? state : { version: 1, args: {} }, now);
}

function dialogueOf(state: State, now: number) {
  let hasChanged = false;
  // A part that ends later than any can was stored before the clock was set back.
  const isValid = ({ until }: Part<unknown>) => until > now && !isAhead(until, now + actsAsMs);
  const valid = <Value>(parts: Readonly<Record<string, Part<Value>>>) =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => isValid(part)));
  const current = <Value>(part: Part<Value> | undefined): Value | null =>
    part && isValid(part) ? part.value : null;
  const replace = <Name extends Exclude<keyof State, "version" | "args">>(
    name: Name,
    value: NonNullable<State[Name]>["value"] | null,
    lifeMs = partMs,
  ): void => {
    if (value === null && state[name] === undefined) return;
    hasChanged = true;
    if (value === null) delete state[name];
    else Object.assign(state, { [name]: { value, until: now + lifeMs } });
  };
  return {
    /** Remembers a list of sets, so that `#2` means its second one. */
    showSets: (uuids: readonly string[]) => replace("shownSets", uuids),
    /** The uuid at a place from 1 in the last list; null when there is none. */
    shownSet: (number: number) => current(state.shownSets)?.[number - 1] ?? null,
    /** How many sets the last list has; null when there was no list, or it is too old. */
    shownCount: () => current(state.shownSets)?.length ?? null,
    /** The unfinished set. */
    setDraft: () => current(state.setDraft),
    keepSetDraft: (draft: SetDraft | null) => replace("setDraft", draft),
    expectedInput: () => current(state.expectedInput),
    expectInput: (input: ExpectedInput | null) => replace("expectedInput", input),
    /** Stores arguments of a button. @returns the id to pass to `storedArgs`. */
    storeArgs(args: Args): string {
      const id = randomBytes(9).toString("base64url");
      const part = { value: args, until: now + partMs };
      state.args = Object.fromEntries([
        ...Object.entries(valid(state.args)).slice(1 - maxArgs),
        [id, part],
      ]);
      hasChanged = true;
      return id;
    },
    /** Null when the id is somebody else's, or too old. */
    storedArgs: (id: string) => current(Object.hasOwn(state.args, id) ? state.args[id] : undefined),
    /** As whom they act in the dev channel, for a day at most; null = as themselves. */
    actsAs: () => current(state.actsAs),
    actAs: (who: ActsAs | null) => replace("actsAs", who, actsAsMs),
    /** What is to be stored with the reply; null = nothing has changed. */
    change(lineId: string): DialogueChange | null {
      if (!hasChanged) return null;
      const expiresAt = Math.max(now + partMs, state.actsAs?.until ?? 0);
      const { version, args, ...parts } = state;
      // What doesn't count any more may name a member.
      const dialogue = JSON.stringify({ version, args: valid(args), ...valid<unknown>(parts) });
      return { kind: "dialogue", lineId, dialogue, expiresAt };
    },
  };
}
