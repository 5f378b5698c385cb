/** What the server tells the page about the demo's clock. */

export interface ClockState {
  /** The demo's date and time in the business's time zone, such as `2026-12-31T23:50`. */
  local: string;
  /** By how much it is ahead of the real time, in milliseconds; 0 = it shows the real time. */
  aheadMs: number;
}

/** Where the clock is set to: a date and time in the business's time zone, so many days on, or the real time. */
export type ClockSetting = { local: string } | { days: number } | { real: true };

export interface ClockChange {
  type: "clock";
  clock: ClockState;
}
