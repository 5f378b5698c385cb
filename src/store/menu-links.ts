/** The store port for rich menu links: which menu each LINE user was linked to last, by any replica. */

export interface MenuLink {
  /** LINE's id of the rich menu. */
  menu: string;
  /** When LINE confirmed the link, in milliseconds since 1970. */
  at: number;
}

export interface MenuLinks {
  get(account: string, lineId: string): Promise<MenuLink | null>;
  /**
   * Stores a link that LINE has confirmed.
   * @param before the link that was read before LINE was called; null = there was none.
   * @returns false when another replica has stored one since: which of the two LINE did last isn't known.
   */
  replace(
    account: string,
    lineId: string,
    link: MenuLink,
    before: MenuLink | null,
  ): Promise<boolean>;
}
