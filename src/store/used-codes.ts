/** The store port for one-time codes of members that were used, so that none works twice, in whatever replica. */

export interface UsedCodes {
  /**
   * Uses a code. Of several uses, even at once, one gets true; so does each repetition for the same event, which
   * is processed again after a crash.
   * @param code what tells it from all others; stored as a hash.
   * @param eventId the `webhookEventId` of the event that uses it.
   * @param expiresAt when it works no more anyway, in milliseconds since 1970: until then it is kept.
   */
  use(code: string, eventId: string, expiresAt: number): Promise<boolean>;
}
