/** What the doctor looks at, one thing at a time, and what it finds there. */

/** `hint`: works, but somebody should know; `fault`: doesn't work; `skipped`: couldn't or mustn't be tried. */
export type Status = "ok" | "hint" | "fault" | "skipped";

/** Holds no secret, no member data and no LINE id. */
export interface Finding {
  status: Status;
  /** What is the case, in a line. */
  tells: string;
  /** What to do about it. */
  remedy?: string;
}

export interface Check {
  name: string;
  /** A check of the same area that must be ok first; otherwise this one is skipped. */
  needs?: string;
  /** What it throws is a fault. */
  run(): Promise<Finding>;
}

/** A part of the world, with its checks in order. */
export interface Area {
  name: string;
  checks: readonly Check[];
}

export const ok = (tells: string): Finding => ({ status: "ok", tells });
export const skipped = (tells: string): Finding => ({ status: "skipped", tells });
export const hint = (tells: string, remedy?: string): Finding => ({
  status: "hint",
  tells,
  ...(remedy !== undefined && { remedy }),
});
export const fault = (tells: string, remedy: string): Finding => ({
  status: "fault",
  tells,
  remedy,
});
