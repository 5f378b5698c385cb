/** Normalizes log lines for checks of what they must not contain. */

/** Differ from run to run, and may contain any digits. */
const volatile = new Set(["time", "requestId"]);

/** The lines without times, request ids, and the line numbers of stack traces. */
export const normalizedLines = (lines: readonly string[]): string =>
  lines
    .map((line) =>
      JSON.stringify(JSON.parse(line), (key, value: unknown) => {
        if (volatile.has(key)) return undefined;
        return key === "stack" ? String(value).replaceAll(/:\d+:\d+/g, "") : value;
      }),
    )
    .join("\n");
