/** The operations of LINE's APIs for bots, by area: their names and addresses, as LINE's OpenAPI descriptions have them. */
import type { Operation } from "./operation.ts";

const areas = {
  "Messaging API": {
    pushMessagesByPhone: "POST /bot/pnp/push",
    getWebhookEndpoint: "GET /v2/bot/channel/webhook/endpoint",
    setWebhookEndpoint: "PUT /v2/bot/channel/webhook/endpoint",
    testWebhookEndpoint: "POST /v2/bot/channel/webhook/test",
    showLoadingAnimation: "POST /v2/bot/chat/loading/start",
    markMessagesAsReadByToken: "POST /v2/bot/chat/markAsRead",
    listCoupon: "GET /v2/bot/coupon",
    createCoupon: "POST /v2/bot/coupon",
    getCouponDetail: "GET /v2/bot/coupon/{couponId}",
    closeCoupon: "PUT /v2/bot/coupon/{couponId}/close",
    getFollowers: "GET /v2/bot/followers/ids",
    leaveGroup: "POST /v2/bot/group/{groupId}/leave",
    getGroupMemberProfile: "GET /v2/bot/group/{groupId}/member/{userId}",
    getGroupMemberCount: "GET /v2/bot/group/{groupId}/members/count",
    getGroupMembersIds: "GET /v2/bot/group/{groupId}/members/ids",
    getGroupSummary: "GET /v2/bot/group/{groupId}/summary",
    getBotInfo: "GET /v2/bot/info",
    getMembershipList: "GET /v2/bot/membership/list",
    getMembershipSubscription: "GET /v2/bot/membership/subscription/{userId}",
    getJoinedMembershipUsers: "GET /v2/bot/membership/{membershipId}/users/ids",
    getAggregationUnitUsage: "GET /v2/bot/message/aggregation/info",
    getAggregationUnitNameList: "GET /v2/bot/message/aggregation/list",
    broadcast: "POST /v2/bot/message/broadcast",
    getNumberOfSentBroadcastMessages: "GET /v2/bot/message/delivery/broadcast",
    getNumberOfSentMulticastMessages: "GET /v2/bot/message/delivery/multicast",
    getPNPMessageStatistics: "GET /v2/bot/message/delivery/pnp",
    getNumberOfSentPushMessages: "GET /v2/bot/message/delivery/push",
    getNumberOfSentReplyMessages: "GET /v2/bot/message/delivery/reply",
    markMessagesAsRead: "POST /v2/bot/message/markAsRead",
    multicast: "POST /v2/bot/message/multicast",
    narrowcast: "POST /v2/bot/message/narrowcast",
    getNarrowcastProgress: "GET /v2/bot/message/progress/narrowcast",
    pushMessage: "POST /v2/bot/message/push",
    getMessageQuota: "GET /v2/bot/message/quota",
    getMessageQuotaConsumption: "GET /v2/bot/message/quota/consumption",
    replyMessage: "POST /v2/bot/message/reply",
    validateBroadcast: "POST /v2/bot/message/validate/broadcast",
    validateMulticast: "POST /v2/bot/message/validate/multicast",
    validateNarrowcast: "POST /v2/bot/message/validate/narrowcast",
    validatePush: "POST /v2/bot/message/validate/push",
    validateReply: "POST /v2/bot/message/validate/reply",
    getMessageContent: "GET /v2/bot/message/{messageId}/content",
    getMessageContentPreview: "GET /v2/bot/message/{messageId}/content/preview",
    getMessageContentTranscodingByMessageId: "GET /v2/bot/message/{messageId}/content/transcoding",
    getProfile: "GET /v2/bot/profile/{userId}",
    createRichMenu: "POST /v2/bot/richmenu",
    createRichMenuAlias: "POST /v2/bot/richmenu/alias",
    getRichMenuAliasList: "GET /v2/bot/richmenu/alias/list",
    deleteRichMenuAlias: "DELETE /v2/bot/richmenu/alias/{richMenuAliasId}",
    getRichMenuAlias: "GET /v2/bot/richmenu/alias/{richMenuAliasId}",
    updateRichMenuAlias: "POST /v2/bot/richmenu/alias/{richMenuAliasId}",
    richMenuBatch: "POST /v2/bot/richmenu/batch",
    linkRichMenuIdToUsers: "POST /v2/bot/richmenu/bulk/link",
    unlinkRichMenuIdFromUsers: "POST /v2/bot/richmenu/bulk/unlink",
    getRichMenuList: "GET /v2/bot/richmenu/list",
    getRichMenuBatchProgress: "GET /v2/bot/richmenu/progress/batch",
    validateRichMenuObject: "POST /v2/bot/richmenu/validate",
    validateRichMenuBatchRequest: "POST /v2/bot/richmenu/validate/batch",
    deleteRichMenu: "DELETE /v2/bot/richmenu/{richMenuId}",
    getRichMenu: "GET /v2/bot/richmenu/{richMenuId}",
    getRichMenuImage: "GET /v2/bot/richmenu/{richMenuId}/content",
    setRichMenuImage: "POST /v2/bot/richmenu/{richMenuId}/content",
    leaveRoom: "POST /v2/bot/room/{roomId}/leave",
    getRoomMemberProfile: "GET /v2/bot/room/{roomId}/member/{userId}",
    getRoomMemberCount: "GET /v2/bot/room/{roomId}/members/count",
    getRoomMembersIds: "GET /v2/bot/room/{roomId}/members/ids",
    cancelDefaultRichMenu: "DELETE /v2/bot/user/all/richmenu",
    getDefaultRichMenuId: "GET /v2/bot/user/all/richmenu",
    setDefaultRichMenu: "POST /v2/bot/user/all/richmenu/{richMenuId}",
    issueLinkToken: "POST /v2/bot/user/{userId}/linkToken",
    unlinkRichMenuIdFromUser: "DELETE /v2/bot/user/{userId}/richmenu",
    getRichMenuIdOfUser: "GET /v2/bot/user/{userId}/richmenu",
    linkRichMenuIdToUser: "POST /v2/bot/user/{userId}/richmenu/{richMenuId}",
  },
  "channel access tokens": {
    revokeChannelTokenByJWT: "POST /oauth2/v2.1/revoke",
    issueChannelTokenByJWT: "POST /oauth2/v2.1/token",
    getsAllValidChannelAccessTokenKeyIds: "GET /oauth2/v2.1/tokens/kid",
    verifyChannelTokenByJWT: "GET /oauth2/v2.1/verify",
    issueStatelessChannelToken: "POST /oauth2/v3/token",
    issueChannelToken: "POST /v2/oauth/accessToken",
    revokeChannelToken: "POST /v2/oauth/revoke",
    verifyChannelToken: "POST /v2/oauth/verify",
  },
  insight: {
    getFriendsDemographics: "GET /v2/bot/insight/demographic",
    getNumberOfFollowers: "GET /v2/bot/insight/followers",
    getNumberOfMessageDeliveries: "GET /v2/bot/insight/message/delivery",
    getMessageEvent: "GET /v2/bot/insight/message/event",
    getStatisticsPerUnit: "GET /v2/bot/insight/message/event/aggregation",
    getRichMenuInsightDaily: "GET /v2/bot/insight/richmenu/{richMenuId}/daily",
    getRichMenuInsightSummary: "GET /v2/bot/insight/richmenu/{richMenuId}/summary",
  },
  audiences: {
    createClickBasedAudienceGroup: "POST /v2/bot/audienceGroup/click",
    createImpBasedAudienceGroup: "POST /v2/bot/audienceGroup/imp",
    getAudienceGroups: "GET /v2/bot/audienceGroup/list",
    getSharedAudienceGroups: "GET /v2/bot/audienceGroup/shared/list",
    getSharedAudienceData: "GET /v2/bot/audienceGroup/shared/{audienceGroupId}",
    createAudienceGroup: "POST /v2/bot/audienceGroup/upload",
    addAudienceToAudienceGroup: "PUT /v2/bot/audienceGroup/upload",
    createAudienceForUploadingUserIds: "POST /v2/bot/audienceGroup/upload/byFile",
    addUserIdsToAudience: "PUT /v2/bot/audienceGroup/upload/byFile",
    deleteAudienceGroup: "DELETE /v2/bot/audienceGroup/{audienceGroupId}",
    getAudienceData: "GET /v2/bot/audienceGroup/{audienceGroupId}",
    updateAudienceGroupDescription: "PUT /v2/bot/audienceGroup/{audienceGroupId}/updateDescription",
  },
  modules: {
    attachModule: "POST /module/auth/v1/token",
    detachModule: "POST /v2/bot/channel/detach",
    acquireChatControl: "POST /v2/bot/chat/{chatId}/control/acquire",
    releaseChatControl: "POST /v2/bot/chat/{chatId}/control/release",
    getModules: "GET /v2/bot/list",
  },
  LIFF: {
    getAllLIFFApps: "GET /liff/v1/apps",
    addLIFFApp: "POST /liff/v1/apps",
    deleteLIFFApp: "DELETE /liff/v1/apps/{liffId}",
    updateLIFFApp: "PUT /liff/v1/apps/{liffId}",
  },
  "mission stickers": {
    missionStickerV3: "POST /shop/v3/mission",
  },
} satisfies Record<string, Record<string, `${Uppercase<Operation["method"]>} ${string}`>>;

/** One of LINE's operations. */
export interface LineOperation {
  /** The `operationId` of LINE's description, such as `pushMessage`. */
  readonly name: string;
  /** The description that has it, such as `Messaging API`. */
  readonly area: string;
  readonly method: Operation["method"];
  /** With parameters in braces, such as `/v2/bot/profile/{userId}`. */
  readonly path: string;
}

export const lineOperations: readonly LineOperation[] = Object.entries(areas).flatMap(
  ([area, operations]) =>
    Object.entries(operations).map(([name, address]) => {
      const [method = "", path = ""] = address.split(" ");
      return { name, area, method: method.toLowerCase() as Operation["method"], path };
    }),
);

/** Whether a path is one of the operation's. */
export const isAddressOf = ({ path }: LineOperation, requested: string): boolean => {
  const given = requested.split("/");
  const parts = path.split("/");
  return (
    given.length === parts.length &&
    parts.every((part, index) =>
      part.startsWith("{") ? given[index] !== "" : part === given[index],
    )
  );
};

/** Whether requests of LINE's operation reach a route in Express's syntax, such as `get /v2/bot/profile/:userId`. */
export function isServedBy({ method, path }: LineOperation, route: string): boolean {
  const [routeMethod, routePath = ""] = route.split(" ");
  const parts = path.split("/");
  const routeParts = routePath.split("/");
  return (
    method === routeMethod &&
    parts.length === routeParts.length &&
    routeParts.every((part, index) => part.startsWith(":") || part === parts[index])
  );
}

/** A Markdown table of LINE's operations and what the emulator does with each. @param routes the emulator's. */
export function supportTable(routes: readonly string[]): string {
  const rows = lineOperations.map((operation) => {
    const { name, area, method, path } = operation;
    const answer = routes.some((route) => isServedBy(operation, route)) ? "yes" : "501";
    return `| ${area} | \`${name}\` | \`${method.toUpperCase()} ${path}\` | ${answer} |`;
  });
  return ["| API | Operation | Address | Emulated |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
