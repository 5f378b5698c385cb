/** Log-ins to the studio: the sessions that one-time links and the operator's password begin. */
import type { Clock } from "../../../clock.ts";
import type { StudioAccess } from "../../../store/studio-access.ts";
import type { Editor } from "../../i18n/drafts/draft-rules.ts";
import type { Editors } from "./editors.ts";
import { newSecret, secretHash } from "./links.ts";

const operatorSessionMs = 12 * 3_600_000;
const staffSessionMs = 7 * 86_400_000;

export interface StudioSession {
  /** What its holder shows with each request; only a hash of it is stored. */
  secret: string;
  lifeMs: number;
}

export interface StudioLogIns {
  /** @returns null for a link that isn't valid, or of somebody who may not enter any more. */
  redeemLink(secret: string): Promise<StudioSession | null>;
  /** Begins a session of the operator, whose password was right. */
  openForOperator(): Promise<StudioSession>;
  /** Who has this session; null = it isn't valid, or its holder may not enter any more. */
  editorOf(secret: string): Promise<Editor | null>;
  close(secret: string): Promise<void>;
  /** Ends every session and link of this editor, in all browsers. */
  closeAll(editor: Editor): Promise<void>;
}

/** @param options `account`: the members' one. `password`: of the operator; another one ends all sessions. */
export function createStudioLogIns(options: {
  access: StudioAccess;
  editors: Editors;
  account: string;
  password: string | null;
  clock: Clock;
}): StudioLogIns {
  const { access, editors, account, password, clock } = options;
  return {
    async redeemLink(link) {
      const now = clock.now();
      const { secret, hashed } = newSecret(password, now + staffSessionMs);
      const hash = secretHash(password, link);
      const holder = await access.redeemLink(account, hash, hashed, now);
      const editor = holder === null ? null : await editors.of(holder);
      return editor && { secret, lifeMs: staffSessionMs };
    },
    async openForOperator() {
      const now = clock.now();
      const { secret, hashed } = newSecret(password, now + operatorSessionMs);
      await access.openForOperator(account, hashed, now);
      return { secret, lifeMs: operatorSessionMs };
    },
    async editorOf(secret) {
      const hash = secretHash(password, secret);
      const holder = await access.holderOf(account, hash, clock.now());
      return holder === null ? null : editors.of(holder);
    },
    closeAll: ({ id }) => access.closeAll(account, id),
    close: (secret) => access.close(account, secretHash(password, secret)),
  };
}
