/** Checks what messages bring before it reaches a style or an address. */

/** A color as LINE takes it, `#RRGGBB` or `#RRGGBBAA`. */
export function color(value: string | undefined): string | undefined {
  return value && /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? value : undefined;
}

function parsed(value: string | undefined): URL | undefined {
  return (value && URL.parse(value)) || undefined;
}

/** An address that a browser may open in a new tab. */
export function webAddress(value: string | undefined): string | undefined {
  const url = parsed(value);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** An address that only a phone can open: a LINE scheme or a telephone number. */
export function phoneAddress(value: string | undefined): string | undefined {
  const url = parsed(value);
  return url && /^(?:line|tel):$/.test(url.protocol) ? url.href : undefined;
}

/** Where a picture, film or sound may come from: https, or this machine while LINE is embedded. */
export function mediaAddress(value: string | undefined): string | undefined {
  const url = parsed(value);
  if (!url) return undefined;
  const own = url.protocol === "http:" && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname);
  return own || url.protocol === "https:" ? url.href : undefined;
}

/** A ratio such as `20:13`, as CSS takes it. */
export function ratio(value: string | undefined): string | undefined {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(value ?? "") ?? [];
  return width && height && Number(width) > 0 && Number(height) > 0
    ? `${width} / ${height}`
    : undefined;
}

/** A length in px, or in % where LINE allows that. */
export function length(value: string | undefined): string | undefined {
  return value && /^-?\d+(?:\.\d+)?(?:px|%)$/.test(value) ? value : undefined;
}

/** What a table holds under a word, and nothing that objects have by birth. */
export function oneOf<T>(table: Record<string, T>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
