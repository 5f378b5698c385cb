/** Types of checks, their findings and the areas that group them. */

/** `hint`: works, but needs attention; `fault`: doesn't work; `skipped`: not tried. */
export type Status = "ok" | "hint" | "fault" | "skipped";

/** Holds no secret, no member data and no LINE id. */
export interface Finding {
  status: Status;
  /** The finding in one line. */
  tells: string;
  /** What to do about it. */
  remedy?: string;
}

export interface Check {
  name: string;
  /** A check of the same area that must be ok first; otherwise this one is skipped. */
  needs?: string;
  /** An error that it throws is reported as a fault. */
  run(): Promise<Finding>;
}

/** A group of checks, run in order. */
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
