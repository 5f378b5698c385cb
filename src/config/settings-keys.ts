/** The names of all settings in the store. They are stored, so they must never change. */

export const settingsKeys = {
  /** Published message overrides, as JSON. */
  publishedOverrides: "published words",
  /** Published answers of the shop's own, as JSON. */
  publishedAnswers: "published answers",
  /** The add-on's subscription, as JSON. */
  subscription: "add-on subscription",
  /** The key that seals addresses of code images. */
  imageKey: "image key",
  /** The secret of rotating member codes. */
  memberCodeKey: "member code key",
  /** The key that signs the studio's links for reviewers. */
  reviewKey: "studio review key",
  /** The key of the hashes of what nobody could answer, and of who asked it. */
  unansweredKey: "unanswered key",
  /** What the doctor saw of the platform's behaviour, as JSON. */
  platformObservations: "platform observations",
  /** The platform's clock minus ours, in milliseconds. */
  platformClockDifference: "platform-clock-difference",
  /** The platform's refresh token and the hash of the credentials that it belongs to, as JSON. */
  refreshToken: "connect-refresh-token",
  /** When a backup was last restored, in milliseconds since 1970. */
  restoredAt: "restored at",
  /** Time of the last test write. */
  checkedAt: "checked",
  /** The access token of an embedded channel. */
  emulatorToken: (channelId: string) => `embedded channel ${channelId}`,
  /** The account of a LINE channel, as JSON. @param secretHash hash of the channel's secrets. */
  lineAccount: (secretHash: string) => `line account ${secretHash}`,
} as const;
