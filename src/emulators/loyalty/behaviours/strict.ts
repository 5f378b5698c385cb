/** A strict platform: a query has only what the vendor's reference names, and no size above the maximum. */
import type { OperationName } from "../../../loyalty/contract.ts";
import { ApiError } from "../api-error.ts";
import type { Behaviour } from "./behaviour.ts";

const paging = ["page", "size"];
const parameters: Partial<Record<OperationName, readonly string[]>> = {
  getProfile: [...paging, "sort", "search"],
  getTransaction: [...paging, "from", "to"],
  getGiveCouponHistory: paging,
  getCouponSet: paging,
  getCampaign: paging,
};

const maxSize = (operation: OperationName) => (operation === "getTransaction" ? 1000 : 100);

export const strictBehaviour: Behaviour = {
  begin(operation, query) {
    const allowed = parameters[operation] ?? [];
    const unknown = Object.keys(query).filter((name) => !allowed.includes(name));
    const errors = unknown.map((field) => ({ field, message: "unknown parameter" }));
    if (Number(query["size"] ?? 0) > maxSize(operation))
      errors.push({ field: "size", message: `more than ${maxSize(operation)}` });
    if (errors.length > 0)
      throw new ApiError("BAD_REQUEST", "the request is malformed", { errors });
  },
};
