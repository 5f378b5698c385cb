/** Fault switches of the LINE emulator: errors, delays and lost responses of its API. */

/** Groups of API operations that a fault applies to. */
export type CallKind =
  | "reply"
  | "push"
  | "multicast"
  | "broadcast"
  | "profile"
  | "loading"
  | "info"
  | "quota"
  | "webhook"
  | "validate"
  | "mark_as_read"
  | "rich_menu"
  | "content"
  | "group"
  | "token";

export interface LineFault {
  readonly call: CallKind;
  /**
   * `slow` responds after `ms` on the clock, `silent` never, `cut` closes the socket;
   * a number is a status; `invalid_reply_token` responds with 400 as for a used or expired token.
   */
  readonly answer: "slow" | "silent" | "cut" | "invalid_reply_token" | 400 | 401 | 403 | 429 | 500;
  /** Whether the call takes effect nevertheless; always for `slow`. */
  readonly takesEffect?: boolean;
  /** The delay of `slow` in milliseconds (default 3000). */
  readonly ms?: number;
  /** How many calls it applies to (default: all). */
  readonly times?: number;
}

export interface Faults {
  /** Adds a fault after those that are on. @returns a function that removes it. */
  add(fault: LineFault): () => void;
  /** The first fault for this call, if any; uses up one of its times. */
  match(call: CallKind): LineFault | undefined;
  readonly active: readonly LineFault[];
  /** Resolves with the next fault that `match` returns. */
  nextMatch(): Promise<LineFault>;
  clear(): void;
}

export function createFaults(): Faults {
  let active: { fault: LineFault; left: number }[] = [];
  const waiting: ((fault: LineFault) => void)[] = [];
  return {
    add(fault) {
      const entry = { fault, left: fault.times ?? Infinity };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    match(call) {
      const entry = active.find(({ fault }) => fault.call === call);
      if (!entry) return undefined;
      entry.left -= 1;
      if (entry.left <= 0) active = active.filter((other) => other !== entry);
      for (const resolve of waiting.splice(0)) resolve(entry.fault);
      return entry.fault;
    },
    nextMatch() {
      const { promise, resolve } = Promise.withResolvers<LineFault>();
      waiting.push(resolve);
      return promise;
    },
    get active() {
      return active.map(({ fault }) => fault);
    },
    clear() {
      active = [];
    },
  };
}
