/** Dialogues: what a person's next message may refer to. They change with a reply, as a state change. */
import type { Clock } from "../clock.ts";
import { replaceIn, type Database, type Queries } from "./database.ts";

export interface Dialogues {
  /** The dialogue as JSON, as the last reply left it; null = there is none, or it has expired. */
  get(account: string, lineId: string): Promise<string | null>;
}

/** Replaces the dialogue of a person. */
export interface DialogueChange {
  kind: "dialogue";
  lineId: string;
  /** JSON. */
  dialogue: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export function createDialogues(db: Database, clock: Pick<Clock, "now">): Dialogues {
  return {
    async get(account, lineId) {
      const [row] = await db.rows<{ dialogue: string }>(
        "select dialogue from dialogues where account = $1 and line_id = $2 and expires_at > $3",
        [account, lineId, clock.now()],
      );
      return row?.dialogue ?? null;
    },
  };
}

/** Replaces a dialogue; call it inside a transaction only. */
export async function replaceDialogue(
  tx: Queries,
  account: string,
  { lineId, dialogue, expiresAt }: DialogueChange,
): Promise<void> {
  const row = { account, line_id: lineId, dialogue, expires_at: expiresAt };
  await tx.run(...replaceIn("dialogues", ["account", "line_id"], row));
}
