/** The store port for dialogues: what a person's next message may refer to. They change with a reply, as a state change. */

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
