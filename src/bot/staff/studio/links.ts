/** One-time links to the studio, which the bot sends to marketers and owners. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../../clock.ts";
import type { StaffAction } from "../../../store/staff.ts";
import type { HashedSecret, StudioAccess } from "../../../store/studio-access.ts";

export const linkMinutes = 10;

export interface StudioLinks {
  /**
   * Makes the sender's link, in the place of their former one. @param action of any account: marketers ask in the dev
   * channel. @returns null = the studio's address isn't known.
   */
  create(action: Required<StaffAction>): Promise<string | null>;
}

/**
 * @param options `account`: the members' one. `password`: of the operator. `address`: of the studio, with a trailing
 * slash.
 */
export function createStudioLinks(options: {
  access: Pick<StudioAccess, "createLink">;
  account: string;
  password: string | null;
  address(): string | null;
  clock: Clock;
}): StudioLinks {
  const { access, account, password, address, clock } = options;
  return {
    async create(action) {
      const studio = address();
      if (studio === null) return null;
      const { secret, hashed } = newSecret(password, clock.now() + linkMinutes * 60_000);
      await access.createLink(account, action, hashed);
      // Behind the #, so that neither a server's log nor what fetches previews of links gets it.
      return `${studio}#/login/${secret}`;
    },
  };
}

/** @param password of the operator: the secrets made under another one aren't valid any more. */
export function newSecret(
  password: string | null,
  expiresAt: number,
): { secret: string; hashed: HashedSecret } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hashed: { hash: secretHash(password, secret), expiresAt } };
}

/** The stored form of a secret. */
export const secretHash = (password: string | null, secret: string): string =>
  createHash("sha256")
    .update(`${secret}\n${password ?? ""}`)
    .digest("base64url");
