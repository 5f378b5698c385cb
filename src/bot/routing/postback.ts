/** Writes and reads the `data` of postback buttons: the intent or command in `do`, and its details. */

/** What a postback asks for. */
export interface Postback {
  /** The name of an intent, or a staff command with its slash; empty when there is none. */
  action: string;
  details: Readonly<Record<string, string>>;
}

/** The `data` of a postback button that asks for an intent. */
export function postbackData(intent: string, details: Postback["details"] = {}): string {
  return new URLSearchParams({ do: intent, ...details }).toString();
}

/** LINE's limit for the `data` of a postback action, in characters. */
const maxDataLength = 300;

/** Whether a button can carry these details. */
export const fitsPostback = (intent: string, details: Postback["details"]): boolean =>
  postbackData(intent, details).length <= maxDataLength;

/** Parses any `data`; unknown parameters are details, but for the tile, which changes no answer. */
export function parsePostback(data: string): Postback {
  const {
    do: action = "",
    tile: _tile,
    ...details
  } = Object.fromEntries(new URLSearchParams(data));
  return { action, details };
}

const nothing = "nothing";

/** The `data` of a button that only opens the keyboard; it asks for no intent. */
export const emptyPostback = postbackData(nothing);

export const isEmptyPostback = (data: string): boolean => parsePostback(data).action === nothing;

/** The `data` of a tile of a rich menu: the same request, and by which tile. @param tile such as `member.balance`. */
export const tilePostback = (data: string, tile: string): string => `${data}&tile=${tile}`;

/** The tile that was tapped; null for any other button. */
export function tileOf(data: string): string | null {
  const tile = new URLSearchParams(data).get("tile") ?? "";
  return /^[a-z]{1,20}\.[a-z-]{1,30}$/.test(tile) ? tile : null;
}

/** The page that the details ask for, from 1 to 99; 1 when there is none or it is invalid. */
export function pageIn({ page = "" }: Postback["details"]): number {
  return /^[1-9]\d?$/.test(page) ? Number(page) : 1;
}
