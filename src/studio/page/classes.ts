/** Class names and styles of elements. */

/** CSS properties by their CSS names; the browser drops a value that it can't parse. */
export type Style = Readonly<Record<string, string | undefined>>;

export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(" ");
