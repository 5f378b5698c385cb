/** Builders of validation rules for LINE's messages: one rule per property, applied in a single walk over the message. */

/** The position of a value: a linked list up to the message, turned into a JSON pointer only for a fault. */
export interface Position {
  readonly parent: Position | null;
  readonly key: string | number;
}

/** The state of one walk over one message. */
export interface Walk {
  readonly allowHttpImages: boolean;
  /** The property as a JSON pointer within the message, and the rule it breaks; never the value. */
  readonly faults: { property: string; rule: string }[];
  depth: number;
  animatedImages: number;
}

/** Checks a value and adds its faults to the walk. */
export type Rule = (value: unknown, walk: Walk, at: Position) => void;

/** The rule of a required property. */
export interface RequiredRule {
  readonly rule: Rule;
}

/** One rule per property of T; the compiler reports missing and unknown properties. */
export type Rules<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Rule | RequiredRule : RequiredRule;
};

const maxDepth = 100;

/** Adds a fault. */
export function addFault(walk: Walk, at: Position, rule: string): void {
  let property = "";
  for (let place: Position | null = at; place?.parent; place = place.parent) {
    property = `/${place.key}${property}`;
  }
  walk.faults.push({ property, rule });
}

/** Marks a property as required. */
export const required = (rule: Rule): RequiredRule => ({ rule });

/** An object with no other properties than these; `also` checks conditions between several of them. */
export function object<T>(
  rules: Rules<T>,
  also?: (value: T, walk: Walk, at: Position) => void,
): Rule {
  const byKey = new Map<string, Rule>();
  const requiredKeys: string[] = [];
  for (const [key, rule] of Object.entries<Rule | RequiredRule>(rules)) {
    if (typeof rule === "function") byKey.set(key, rule);
    else {
      byKey.set(key, rule.rule);
      requiredKeys.push(key);
    }
  }
  return (value, walk, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      addFault(walk, at, "must be an object");
      return;
    }
    if (walk.depth >= maxDepth) {
      addFault(walk, at, "nested too deeply");
      return;
    }
    walk.depth += 1;
    const record = value as Record<string, unknown>;
    for (const key in record) {
      const item = record[key];
      if (item === undefined) continue;
      const rule = byKey.get(key);
      if (rule) rule(item, walk, { parent: at, key });
      else addFault(walk, { parent: at, key }, "invalid property");
    }
    for (const key of requiredKeys) {
      if (record[key] === undefined) addFault(walk, { parent: at, key }, "must be specified");
    }
    also?.(value as T, walk, at);
    walk.depth -= 1;
  };
}

/** One of several objects, distinguished by `type`. */
export function byType<T extends { type?: string }>(
  rules: Record<NonNullable<T["type"]>, Rule>,
): Rule {
  const byName = new Map<unknown, Rule>(Object.entries(rules));
  return (value, walk, at) => {
    const type = typeof value === "object" && value !== null && "type" in value && value.type;
    const rule = byName.get(type);
    if (rule) rule(value, walk, at);
    else
      addFault(walk, { parent: at, key: "type" }, `must be one of ${[...byName.keys()].join(" ")}`);
  };
}

/** An array of `min` to `max` items. */
export function list(rule: Rule, min: number, max: number): Rule {
  return (value, walk, at) => {
    if (!Array.isArray(value)) {
      addFault(walk, at, "must be an array");
      return;
    }
    if (value.length < min || value.length > max) {
      addFault(walk, at, `size must be between ${min} and ${max}`);
    }
    // Items beyond `max` are checked too, up to a bound on the cost.
    const end = Math.min(value.length, 1000);
    for (let i = 0; i < end; i += 1) rule(value[i], walk, { parent: at, key: i });
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many grapheme clusters a text has. */
export const countGraphemes = (value: string): number => [...segmenter.segment(value)].length;

/** Whether the text has at most `max` grapheme clusters; segments only texts longer than `max` code units. */
function graphemesWithin(value: string, max: number): boolean {
  if (value.length <= max) return true;
  let count = 0;
  for (const _ of segmenter.segment(value)) {
    count += 1;
    if (count > max) return false;
  }
  return true;
}

function textRule(max: number, within: (value: string, max: number) => boolean): Rule {
  return (value, walk, at) => {
    if (typeof value !== "string") addFault(walk, at, "must be text");
    else if (value === "") addFault(walk, at, "must be non-empty text");
    else if (!within(value, max)) addFault(walk, at, `length must be between 1 and ${max}`);
  };
}

const unitsWithin = (value: string, max: number) => value.length <= max;

/** Text of 1 to `max` UTF-16 code units. */
export const nonEmptyText = (max: number): Rule => textRule(max, unitsWithin);
/** Text of 1 to `max` grapheme clusters. */
export const nonEmptyGraphemes = (max: number): Rule => textRule(max, graphemesWithin);

/** Text that matches `expected`; `rule` is the fault's text. */
export function pattern(expected: RegExp, rule: string): Rule {
  // The same sizes and colours recur: caching valid values halves the time to check a Flex message.
  const validValues = new Set<unknown>();
  return (value, walk, at) => {
    if (validValues.has(value)) return;
    if (typeof value !== "string" || !expected.test(value)) addFault(walk, at, rule);
    else if (validValues.size < 100) validValues.add(value);
  };
}

/** One of these texts. */
export function oneOf(...allowed: readonly string[]): Rule {
  return (value, walk, at) => {
    if (!allowed.includes(value as string)) {
      addFault(walk, at, `must be one of ${allowed.join(" ")}`);
    }
  };
}

/** A number from `min` to `max`. */
export function number(min: number, max: number): Rule {
  return (value, walk, at) => {
    if (typeof value !== "number" || !(value >= min && value <= max)) {
      addFault(walk, at, `must be a number between ${min} and ${max}`);
    }
  };
}

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): Rule {
  return (value, walk, at) => {
    if (!Number.isInteger(value) || !((value as number) >= min && (value as number) <= max)) {
      addFault(walk, at, `must be a whole number between ${min} and ${max}`);
    }
  };
}

/** A boolean. */
export const flag: Rule = (value, walk, at) => {
  if (typeof value !== "boolean") addFault(walk, at, "must be true or false");
};

/** Printable ASCII: LINE requires percent-encoded addresses. */
const percentEncoded = /^[\x21-\x7e]*$/;

/** @param relaxedScheme the allowed form when http images are allowed. */
function address(max: number, scheme: RegExp, relaxedScheme: RegExp): Rule {
  return (value, walk, at) => {
    if (typeof value !== "string") addFault(walk, at, "must be text");
    else if (value.length > max) addFault(walk, at, `length must be between 1 and ${max}`);
    else if (!(walk.allowHttpImages ? relaxedScheme : scheme).test(value)) {
      addFault(walk, at, "invalid uri scheme");
    } else if (!percentEncoded.test(value)) addFault(walk, at, "must be percent-encoded");
  };
}

/** The https address of a file that LINE or the user's phone loads. */
export const fileUrl: Rule = address(2000, /^https:\/\/[^\s/]/i, /^https?:\/\/[^\s/]/i);
const linkScheme = /^(https?:\/\/[^\s/]|line:\/\/[^\s]|tel:[^\s])/i;
/** An address that a tap opens: http, https, line or tel. */
export const linkUrl: Rule = address(1000, linkScheme, linkScheme);

/** A rule evaluated lazily, for recursive objects. */
export function lazy(rule: () => Rule): Rule {
  return (value, walk, at) => rule()(value, walk, at);
}

/** Shortens a text to at most `max` UTF-16 code units without splitting a grapheme cluster; ends with an ellipsis if shortened. */
export function truncated(value: string, max: number): string {
  if (value.length <= max) return value;
  let end = 0;
  for (const { index, segment } of segmenter.segment(value.slice(0, max + 100))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${value.slice(0, end).toWellFormed()}…`;
}
