/** What log lines tell, for checks of what they must not hold. */

/** Made up anew each time, so that they hold any digits now and then. */
const random = new Set(["time", "requestId"]);

/** The lines without times and request ids, and without the places in a stack. */
export const toldIn = (lines: readonly string[]): string =>
  lines
    .map((line) =>
      JSON.stringify(JSON.parse(line), (key, value: unknown) => {
        if (random.has(key)) return undefined;
        return key === "stack" ? String(value).replaceAll(/:\d+:\d+/g, "") : value;
      }),
    )
    .join("\n");
