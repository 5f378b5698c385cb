/** Readings of a phone number, under which members are found by any common way to write it. */
import { storedPhone, typedPhone } from "../../text/phone-number.ts";

/** All readings of a stored number. @param phoneCode the country calling code. */
export const phoneReadings = (phoneCode: string, phoneNumber: string): string[] => [
  ...new Set(
    storedPhone({ phoneCode, phoneNumber }, null).flatMap(({ full, national }) =>
      full === null ? [national] : [national, full],
    ),
  ),
];

/** The readings that a text may stand for, as a JSON array; an empty one if the text isn't a phone number. */
export const readingsOf = (text: string): string =>
  JSON.stringify(typedPhone(text).map(({ full, national }) => full ?? national));
