/** The languages of the replies and of the studio; a file without imports, since the studio's page has them, too. */
export const languages = ["th", "en", "ja", "zh-TW"] as const;
export type Language = (typeof languages)[number];
