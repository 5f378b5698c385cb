/** The pieces that the rules of LINE's messages are made of: one rule per property, applied in a single walk. */

/** Where a value sits: a chain up to the message, turned into a path only when there is a fault to name. */
export interface Place {
  readonly parent: Place | null;
  readonly key: string | number;
}

/** One walk through one message. */
export interface Walk {
  readonly allowHttpImages: boolean;
  /** Property as a JSON pointer inside the message, and the rule it breaks; never the value. */
  readonly faults: { property: string; rule: string }[];
  depth: number;
  animatedImages: number;
}

export type Rule = (value: unknown, walk: Walk, at: Place) => void;

/** A rule for a property that must be there. */
export interface Needed {
  readonly needed: Rule;
}

/** One rule per property of T, checked by the compiler: none forgotten, none too many. */
export type Rules<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Rule | Needed : Needed;
};

const deepest = 100;

export function fault(walk: Walk, at: Place, rule: string): void {
  let property = "";
  for (let place: Place | null = at; place?.parent; place = place.parent) {
    property = `/${place.key}${property}`;
  }
  walk.faults.push({ property, rule });
}

export const needed = (rule: Rule): Needed => ({ needed: rule });

/** An object with exactly these properties; `also` checks what concerns several of them. */
export function object<T>(rules: Rules<T>, also?: (value: T, walk: Walk, at: Place) => void): Rule {
  const byKey = new Map<string, Rule>();
  const wanted: string[] = [];
  for (const [key, rule] of Object.entries<Rule | Needed>(rules)) {
    if (typeof rule === "function") byKey.set(key, rule);
    else {
      byKey.set(key, rule.needed);
      wanted.push(key);
    }
  }
  return (value, walk, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      fault(walk, at, "must be an object");
      return;
    }
    if (walk.depth >= deepest) {
      fault(walk, at, "nested too deeply");
      return;
    }
    walk.depth += 1;
    const record = value as Record<string, unknown>;
    for (const key in record) {
      const item = record[key];
      if (item === undefined) continue;
      const rule = byKey.get(key);
      if (rule) rule(item, walk, { parent: at, key });
      else fault(walk, { parent: at, key }, "invalid property");
    }
    for (const key of wanted) {
      if (record[key] === undefined) fault(walk, { parent: at, key }, "must be specified");
    }
    also?.(value as T, walk, at);
    walk.depth -= 1;
  };
}

/** One of several objects, told apart by `type`. */
export function byType<T extends { type?: string }>(
  rules: Record<NonNullable<T["type"]>, Rule>,
): Rule {
  const byName = new Map<unknown, Rule>(Object.entries(rules));
  return (value, walk, at) => {
    const type = typeof value === "object" && value !== null && "type" in value && value.type;
    const rule = byName.get(type);
    if (rule) rule(value, walk, at);
    else fault(walk, { parent: at, key: "type" }, `must be one of ${[...byName.keys()].join(" ")}`);
  };
}

export function list(rule: Rule, min: number, max: number): Rule {
  return (value, walk, at) => {
    if (!Array.isArray(value)) {
      fault(walk, at, "must be an array");
      return;
    }
    if (value.length < min || value.length > max) {
      fault(walk, at, `size must be between ${min} and ${max}`);
    }
    // Everything is walked all the same, up to a bound that keeps a runaway list cheap.
    const end = Math.min(value.length, 1000);
    for (let i = 0; i < end; i += 1) rule(value[i], walk, { parent: at, key: i });
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Whether the text has at most `max` grapheme clusters; cheap while it is short. */
function graphemesWithin(value: string, max: number): boolean {
  if (value.length <= max) return true;
  let count = 0;
  for (const _ of segmenter.segment(value)) {
    count += 1;
    if (count > max) return false;
  }
  return true;
}

function text(max: number, within: (value: string, max: number) => boolean): Rule {
  return (value, walk, at) => {
    if (typeof value !== "string") fault(walk, at, "must be text");
    else if (value === "") fault(walk, at, "must be non-empty text");
    else if (!within(value, max)) fault(walk, at, `length must be between 1 and ${max}`);
  };
}

const unitsWithin = (value: string, max: number) => value.length <= max;

/** Text of 1 to `max` UTF-16 code units. */
export const filled = (max: number): Rule => text(max, unitsWithin);
/** Text of 1 to `max` grapheme clusters. */
export const filledGraphemes = (max: number): Rule => text(max, graphemesWithin);

export function pattern(expected: RegExp, rule: string): Rule {
  // The same few sizes and colours come again and again: a look in a set halves a Flex message's walk.
  const good = new Set<unknown>();
  return (value, walk, at) => {
    if (good.has(value)) return;
    if (typeof value !== "string" || !expected.test(value)) fault(walk, at, rule);
    else if (good.size < 100) good.add(value);
  };
}

export function oneOf(...allowed: readonly string[]): Rule {
  return (value, walk, at) => {
    if (!allowed.includes(value as string)) {
      fault(walk, at, `must be one of ${allowed.join(" ")}`);
    }
  };
}

export function number(min: number, max: number): Rule {
  return (value, walk, at) => {
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      fault(walk, at, `must be a number between ${min} and ${max}`);
    }
  };
}

export function integer(min: number, max: number): Rule {
  return (value, walk, at) => {
    if (!Number.isInteger(value) || !((value as number) >= min && (value as number) <= max)) {
      fault(walk, at, `must be a whole number between ${min} and ${max}`);
    }
  };
}

export const flag: Rule = (value, walk, at) => {
  if (typeof value !== "boolean") fault(walk, at, "must be true or false");
};

/** LINE takes addresses percent-encoded only. */
const ENCODED = /^[\x21-\x7e]*$/;

function address(max: number, scheme: RegExp, loose: RegExp): Rule {
  return (value, walk, at) => {
    if (typeof value !== "string") fault(walk, at, "must be text");
    else if (value.length > max) fault(walk, at, `length must be between 1 and ${max}`);
    else if (!(walk.allowHttpImages ? loose : scheme).test(value)) {
      fault(walk, at, "invalid uri scheme");
    } else if (!ENCODED.test(value)) fault(walk, at, "must be percent-encoded");
  };
}

/** The address of a file that LINE's servers or phones load: https. */
export const fileUrl: Rule = address(2000, /^https:\/\/[^\s/]/i, /^https?:\/\/[^\s/]/i);
/** An address that a tap opens. */
const linkScheme = /^(https?:\/\/[^\s/]|line:\/\/[^\s]|tel:[^\s])/i;
export const linkUrl: Rule = address(1000, linkScheme, linkScheme);

/** A rule that is made later: for objects that hold their own kind. */
export function later(rule: () => Rule): Rule {
  return (value, walk, at) => rule()(value, walk, at);
}

/** The longest beginning of at most `max` UTF-16 code units that splits no grapheme cluster, with an ellipsis where cut. */
export function truncated(value: string, max: number): string {
  if (value.length <= max) return value;
  let end = 0;
  for (const { index, segment } of segmenter.segment(value.slice(0, max + 100))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${value.slice(0, end).toWellFormed()}…`;
}
