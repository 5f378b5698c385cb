/** Writes days and numbers as the statistics show them. */

const numberFormat = new Intl.NumberFormat("en");
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

export const numberText = (value: number): string => numberFormat.format(value);

/** Such as `22 Nov` for `2026-11-22`. */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
