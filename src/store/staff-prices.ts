/** The store port for prices of rewards that staff set: the points that a coupon of a set costs. */

/** A change of one price. Null = staff have set none. */
export interface PriceChange {
  /** The coupon set's. */
  setUuid: string;
  before: number | null;
  after: number | null;
}

export interface StaffPrices {
  /** In points, by the coupon set's uuid. */
  list(account: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Changes a price, unless somebody else has changed it since it was read.
   * @returns whether `after` is the price now: true as well when it was before.
   */
  replace(account: string, change: PriceChange): Promise<boolean>;
}
