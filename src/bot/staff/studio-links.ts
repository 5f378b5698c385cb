/** Who may enter the studio: marketers and owners by one-time links, operators by a password, and the sessions that these begin. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { operatorId } from "../../store/drafts.ts";
import type { StaffAction } from "../../store/audit.ts";
import type { HashedSecret, StudioAccess } from "../../store/studio-access.ts";
import type { Editor } from "../i18n/drafts/draft-rules.ts";
import type { Colleague, StaffDirectory } from "./staff-directory.ts";

// One-time links to the studio, which the bot sends to marketers and owners.

export const linkMinutes = 10;

export type StudioLinks = ReturnType<typeof createStudioLinks>;

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
}) {
  const { access, account, password, address, clock } = options;
  return {
    /**
     * Makes the sender's link, in the place of their former one. @param action of any account: marketers ask in the dev
     * channel. @returns null = the studio's address isn't known.
     */
    async create(action: Required<StaffAction>): Promise<string | null> {
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
function newSecret(
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

// Log-ins to the studio: the sessions that one-time links and the operator's password begin.

const operatorSessionMs = 12 * 3_600_000;
const staffSessionMs = 7 * 86_400_000;

export interface StudioSession {
  /** What its holder shows with each request; only a hash of it is stored. */
  secret: string;
  lifeMs: number;
}

export type StudioLogIns = ReturnType<typeof createStudioLogIns>;

/** @param options `account`: the members' one. `password`: of the operator; another one ends all sessions. */
export function createStudioLogIns(options: {
  access: StudioAccess;
  editors: Editors;
  account: string;
  password: string | null;
  clock: Clock;
}) {
  const { access, editors, account, password, clock } = options;
  return {
    /** @returns null for a link that isn't valid, or of somebody who may not enter any more. */
    async redeemLink(link: string): Promise<StudioSession | null> {
      const now = clock.now();
      const { secret, hashed } = newSecret(password, now + staffSessionMs);
      const hash = secretHash(password, link);
      const holder = await access.redeemLink(account, hash, hashed, now);
      const editor = holder === null ? null : await editors.of(holder);
      return editor && { secret, lifeMs: staffSessionMs };
    },
    /** Begins a session of the operator, whose password was right. */
    async openForOperator(): Promise<StudioSession> {
      const now = clock.now();
      const { secret, hashed } = newSecret(password, now + operatorSessionMs);
      await access.openForOperator(account, hashed, now);
      return { secret, lifeMs: operatorSessionMs };
    },
    /** Who has this session; null = it isn't valid, or its holder may not enter any more. */
    async editorOf(secret: string): Promise<Editor | null> {
      const hash = secretHash(password, secret);
      const holder = await access.holderOf(account, hash, clock.now());
      return holder === null ? null : editors.of(holder);
    },
    /** Ends every session and link of this editor, in all browsers. */
    closeAll: ({ id }: Editor) => access.closeAll(account, id),
    close: (secret: string) => access.close(account, secretHash(password, secret)),
  };
}

// The staff who may enter the studio: marketers and owners.

export type Editors = ReturnType<typeof createEditors>;

export const operator: Editor = { id: operatorId, name: "Operator", role: "operator" };

/** @param account the members' one, whose staff it is. */
export function createEditors(directory: StaffDirectory, account: string) {
  return {
    /** Null = may not enter now. Read for every request, so that a removal takes effect at once. */
    async of(id: string): Promise<Editor | null> {
      if (id === operatorId) return operator;
      const colleague = await directory.of(account, id);
      return colleague && editorOf(colleague);
    },
    /** All who may enter now, the operator among them. */
    async all(): Promise<Editor[]> {
      const staff = await directory.all(account);
      return [operator, ...staff.flatMap((colleague) => editorOf(colleague) ?? [])];
    },
  };
}

const editorOf = ({ lineId, name, role }: Colleague): Editor | null =>
  role === "marketer" || role === "owner" ? { id: lineId, name, role } : null;
