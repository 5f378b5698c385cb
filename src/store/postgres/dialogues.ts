/** Implements dialogues in Postgres. */
import type { Clock } from "../../clock.ts";
import type { DialogueChange, Dialogues } from "../dialogues.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";

export function postgresDialogues(db: PostgresDatabase, clock: Clock): Dialogues {
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
  await tx.run(
    `insert into dialogues (account, line_id, dialogue, expires_at) values ($1, $2, $3, $4)
     on conflict (account, line_id) do update
       set dialogue = excluded.dialogue, expires_at = excluded.expires_at`,
    [account, lineId, dialogue, expiresAt],
  );
}
