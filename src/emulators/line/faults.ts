/** Switches that make LINE misbehave, for tests and for whoever wants to see what the bot does then. */

/** The API's calls, by what they do. */
export type CallKind =
  | "reply"
  | "push"
  | "multicast"
  | "profile"
  | "loading"
  | "info"
  | "quota"
  | "webhook"
  | "validate"
  | "mark_as_read"
  | "rich_menu"
  | "token";

export interface LineFault {
  readonly call: CallKind;
  /**
   * `slow` answers after `ms` on the clock, `silent` never, `cut` closes the socket;
   * a number is a status; `invalid_reply_token` refuses with 400 as if the token were dead.
   */
  readonly answer: "slow" | "silent" | "cut" | "invalid_reply_token" | 401 | 429 | 500;
  /** Whether the call takes effect all the same (it does when `slow`). */
  readonly takesEffect?: boolean;
  /** How long `slow` takes (3000). */
  readonly ms?: number;
  /** How many calls it strikes; without end unless given. */
  readonly times?: number;
}

export interface Faults {
  /** Switches a fault on, behind those that are on already; the returned function switches it off. */
  add(fault: LineFault): () => void;
  /** The fault that strikes this call, if any; counts it. */
  match(call: CallKind): LineFault | undefined;
  readonly active: readonly LineFault[];
  /** Resolves when a fault strikes next. */
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
