/** The calling code of the country that a time zone belongs to. */

/** Calling codes by the country's ISO code. */
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  `TH66 JP81 TW886 HK852 MO853 CN86 KR82 SG65 MY60 ID62 PH63 VN84 KH855 LA856 MM95 BN673 TL670 IN91 LK94 BD880 NP977
  BT975 MV960 PK92 MN976 AE971 SA966 QA974 KW965 BH973 OM968 JO962 IL972 TR90 IR98 AU61 NZ64 FJ679 PG675 GU1 US1 CA1
  MX52 BR55 AR54 CL56 CO57 PE51 EC593 UY598 PA507 CR506 GT502 GB44 IE353 FR33 DE49 AT43 CH41 NL31 BE32 LU352 ES34 PT351
  IT39 GR30 PL48 CZ420 SK421 SI386 HR385 RS381 HU36 RO40 BG359 DK45 SE46 NO47 FI358 IS354 EE372 LV371 LT370 UA380 RU7
  KZ7 UZ998 GE995 AM374 ZA27 EG20 MA212 KE254 NG234 GH233 TZ255 UG256 ET251`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** How the runtime names a time zone, which has several names. */
const nameOf = (timeZone: string): string =>
  new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

const found = new Map<string, string | null>();

/** Null for a zone of no country, such as UTC, and of a country that isn't in the table. */
export function callingCodeIn(timeZone: string): string | null {
  const known = found.get(timeZone);
  if (known !== undefined) return known;
  const name = nameOf(timeZone);
  const country = Object.keys(codes).find((code) =>
    new Intl.Locale(`und-${code}`).getTimeZones()?.includes(name),
  );
  const code = country === undefined ? null : (codes[country] ?? null);
  found.set(timeZone, code);
  return code;
}
