/** The operations of LINE's Messaging API that the emulator implements. */
import type { Clock } from "../../clock.ts";
import type { Accounts, Channel } from "./accounts.ts";
import type { Chats } from "./chats.ts";
import type { Operation } from "./operation.ts";
import { channelOperations } from "./operations/channel.ts";
import { chatOperations, contentOperations, groupOperations } from "./operations/chats.ts";
import type { Contents } from "./ids.ts";
import { messageOperations } from "./operations/messages.ts";
import { richMenuOperations } from "./operations/rich-menus.ts";
import type { Outbox } from "./outbox.ts";
import type { RichMenus } from "./rich-menus.ts";
import type { Delivery } from "./webhooks.ts";

export function createOperations(dependencies: {
  readonly accounts: Accounts;
  readonly chats: Chats;
  readonly outbox: Outbox;
  readonly richMenus: RichMenus;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly quota: number | undefined;
  /** Posts an empty, signed envelope; to `url` instead of the channel's webhook if given. */
  readonly probe: (channel: Channel, url: string | undefined) => Promise<Delivery>;
  /** Webhook addresses that were set by the API, by channel id. */
  readonly endpoints: Map<string, string>;
}): Operation[] {
  return [
    ...messageOperations(dependencies),
    ...chatOperations(dependencies),
    ...channelOperations(dependencies),
    ...groupOperations(dependencies),
    ...richMenuOperations(dependencies),
    ...contentOperations(dependencies),
  ];
}
