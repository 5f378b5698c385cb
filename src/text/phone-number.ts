/** Reads phone numbers of any country as people and platforms write them, to compare them and to search for them. Pure. */
import { plainNumber } from "./digits.ts";

/** One way to understand a written number. */
interface PhoneNumber {
  /** The calling code and the national number, in digits; null where the code isn't known. */
  full: string | null;
  /** Without the code and the zero that is dialled before it at home. */
  national: string;
}

/** The calling code at the beginning of a full number: none is the beginning of another. */
const callingCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(?=\d)/;

const minDigits = 4;
/** The most digits of a phone number with its code, and of one without code and zero. */
const maxFull = 15;
const maxNational = 11;
/** The fewest digits of a number that may begin with its calling code without a plus, and of what is behind the code. */
const minFull = 10;
const minBehindCode = 6;

const separators = /[\s()./·-]/g;
/** An extension behind the number, which isn't part of it. */
const extension = /(?<!\s)\s*(?:ext\.?|x|#|ต่อ|内線|分機)\s*\d{1,6}$/iu;

interface WrittenDigits {
  digits: string;
  /** Whether it begins with a plus or with 00, and so with a calling code. */
  hasCode: boolean;
}

/** Null for a text that can't be a phone number. */
function readDigits(written: string): WrittenDigits | null {
  const text = plainNumber(written)
    .replace(/^tel:/i, "")
    .replace(extension, "")
    .replace(separators, "");
  const [, prefix = "", digits = ""] = /^(\+|00)?(\d+)$/.exec(text) ?? [];
  if (digits.length < minDigits || digits.length > maxFull + 1) return null;
  return { digits, hasCode: prefix !== "" };
}

const withoutTrunkZero = (digits: string): string => digits.replace(/^0+/, "");

function withCode(code: string, rest: string): PhoneNumber[] {
  const national = withoutTrunkZero(rest);
  return national ? [{ full: code + national, national }] : [];
}

/** The number if its digits begin with a calling code; `code` is tried before the code that they show. */
function splitFull(digits: string, code: string): PhoneNumber[] {
  const own = code !== "" && digits.startsWith(code) ? code : callingCode.exec(digits)?.[0];
  return own === undefined ? [] : withCode(own, digits.slice(own.length));
}

/** The same without a plus: such digits may as well be a national number. */
const maybeFull = (digits: string, code: string): PhoneNumber[] =>
  digits.length >= minFull && !digits.startsWith("0")
    ? splitFull(digits, code).filter(({ national }) => national.length >= minBehindCode)
    : [];

/** Every way to understand a typed number; none for a text that isn't a phone number. */
export function typedPhone(written: string): PhoneNumber[] {
  const read = readDigits(written);
  if (!read) return [];
  const { digits, hasCode } = read;
  if (hasCode) return splitFull(digits, "");
  const national = withoutTrunkZero(digits);
  const isNational = national !== "" && national.length <= maxNational;
  return [...(isNational ? [{ full: null, national }] : []), ...maybeFull(digits, "")];
}

/**
 * Every way to understand a stored number.
 * @param phoneCode its calling code, as it is stored; empty = unknown.
 * @param homeCode the calling code of numbers that come without one; null = unknown.
 */
export function storedPhone(
  { phoneCode, phoneNumber }: { phoneCode: string; phoneNumber: string },
  homeCode: string | null,
): PhoneNumber[] {
  const read = readDigits(phoneNumber);
  if (!read) return [];
  const { digits, hasCode } = read;
  const ownCode = withoutTrunkZero(plainNumber(phoneCode).replace(/\D/g, ""));
  if (hasCode) return splitFull(digits, ownCode);
  const national = withoutTrunkZero(digits);
  const code = ownCode || homeCode;
  if (code === null) return typedPhone(phoneNumber);
  const full = ownCode && !digits.startsWith(ownCode) ? [] : maybeFull(digits, ownCode);
  return [...withCode(code, national), ...full];
}

/** Whether the two may be the same number: a number without a code may be of any country. */
export const isSamePhone = (
  typed: readonly PhoneNumber[],
  stored: readonly PhoneNumber[],
): boolean =>
  typed.some((one) =>
    stored.some((other) =>
      one.full !== null && other.full !== null
        ? one.full === other.full
        : one.national === other.national,
    ),
  );

/**
 * The writings under which a platform may have stored a typed number: with and without its calling code, plus and zero.
 * Empty for a text that isn't a phone number.
 * @param homeCode the code of a number that is typed without one; null = unknown.
 */
export function phoneWritings(written: string, homeCode: string | null): string[] {
  const writings = typedPhone(written).flatMap(({ full, national }) => {
    const code = full ?? (homeCode === null ? null : homeCode + national);
    return [`0${national}`, national, ...(code === null ? [] : [code, `+${code}`])];
  });
  return [...new Set(writings)];
}

/** The last four digits behind dots, or dots alone for a number so short that they would be most of it. */
export function maskedNumber(written: string): string {
  const digits = plainNumber(written).replace(extension, "").replace(/\D/g, "");
  return digits.length >= 6 ? `•••${digits.slice(-4)}` : "•••";
}

// The calling code of the country that a time zone belongs to.

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
