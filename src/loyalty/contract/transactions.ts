/** Contract of the points operations: list, add and burn points, and void transactions. */
import { z } from "zod";
import {
  givenId,
  listQuery,
  operation,
  type RefusalCode,
  sizeUpTo,
  text,
  utcInstant,
} from "./operation.ts";
import { maybe, orEmpty, orNull, pageOf, record, time } from "./parts.ts";

/** The maximum number of points in one call. */
const maxPoints = 2_147_483_647;

const type = z.enum(["ADD", "BURN"]);
const status = z.enum(["COMPLETED", "VOIDED"]);
const points = z.int().min(1).max(maxPoints);
const channel = z.enum(["API", "LINE"]);

const transaction = record({
  id: z.int(),
  uuid: z.string(),
  type,
  status,
  method: maybe(z.int()),
  points: z.int(),
  value: maybe(z.number()),
  balance_after: orNull(z.int()),
  card_uuid: orEmpty(z.string(), ""),
  card_no: z.string(),
  member_uuid: z.string(),
  ref_no: maybe(z.string()),
  ref_id: maybe(z.string()),
  staff_code: maybe(z.string()),
  channel: orEmpty(channel.catch("API"), "API"),
  remark: maybe(z.string()),
  created_at: time,
  voided_at: maybe(time),
  void_reason: maybe(z.string()),
});

/** One change of a card's balance, which is null where it can't be read. `type` gives the direction, see `changeOf`. */
export type Transaction = z.output<typeof transaction>;

const message = orEmpty(z.string(), "");
const moved = record({ message, ...transaction.shape });

const movement = {
  card_no: text(50).optional(),
  phone_number: text(30).optional(),
  ref_no: text(100).optional(),
  ref_id: text(100).optional(),
  staff_code: text(50).optional(),
  remark: text(500).optional(),
  channel: channel.optional(),
};

const owner = {
  check: (body: { card_no?: string | undefined; phone_number?: string | undefined }) =>
    body.card_no !== undefined || body.phone_number !== undefined,
  fault: { path: ["card_no"], error: "give card_no or phone_number" },
};

const movementErrors: RefusalCode[] = [
  "NOT_FOUND",
  "CARD_AMBIGUOUS",
  "CARD_MISMATCH",
  "REF_NO_TAKEN",
];

const shared = {
  group: "Transactions",
  status: 200,
  errors: ["NOT_FOUND", "POINTS_ALREADY_SPENT"],
  origin: "assumed",
} as const;

/** The page sizes of Get Transaction. */
export const transactionSizes = { usual: 100, max: 1000 };

export const transactions = {
  getTransaction: operation({
    ...shared,
    name: "Get Transaction",
    method: "GET",
    path: "/api/v1/connect/transactions",
    input: {
      query: z.object({
        ...listQuery,
        size: sizeUpTo(transactionSizes.max, transactionSizes.usual).optional(),
        card_no: z.string().optional(),
        member_uuid: z.string().optional(),
        type: type.optional(),
        status: status.optional(),
        ref_no: z.string().trim().optional(),
        ref_id: z.string().trim().optional(),
        /** Inclusive. */
        from: utcInstant.optional(),
        /** Exclusive. */
        to: utcInstant.optional(),
      }),
    },
    output: pageOf(transaction),
    errors: [],
    origin: "public",
    assumedFields: [
      "sort",
      "search",
      "card_no",
      "member_uuid",
      "type",
      "status",
      "ref_no",
      "ref_id",
    ],
    idempotency: "safe",
  }),
  addPoint: operation({
    ...shared,
    name: "Add Point",
    method: "POST",
    path: "/api/v1/connect/add/points",
    input: {
      body: z
        .object({
          ...movement,
          method: z.union([z.literal(1), z.literal(2)]),
          points: points.optional(),
          value: z.number().positive().max(1e12).optional(),
        })
        .refine(owner.check, owner.fault)
        .refine((body) => (body.method === 1) === (body.value !== undefined), {
          path: ["value"],
          error: "method 1 takes value, method 2 doesn't",
        })
        .refine((body) => (body.method === 2) === (body.points !== undefined), {
          path: ["points"],
          error: "method 2 takes points, method 1 doesn't",
        }),
    },
    output: moved,
    status: 201,
    errors: movementErrors,
    origin: "public",
    idempotency: "by_ref_id",
  }),
  burnPoint: operation({
    ...shared,
    name: "Burn Point",
    method: "POST",
    path: "/api/v1/connect/burn/points",
    input: { body: z.object({ ...movement, points }).refine(owner.check, owner.fault) },
    output: moved,
    status: 201,
    errors: [...movementErrors, "INSUFFICIENT_POINTS"],
    origin: "public",
    idempotency: "by_ref_id",
  }),
  voidTransactionById: operation({
    ...shared,
    name: "Void Transaction By Id",
    method: "DELETE",
    path: "/api/v1/connect/void/transaction/{id}",
    input: { path: z.object({ id: givenId }) },
    output: transaction,
    idempotency: "safe",
  }),
  voidTransactionByRefNo: operation({
    ...shared,
    name: "Void Transaction By RefNo",
    method: "DELETE",
    path: "/api/v1/connect/void/transaction/ref-no/{refNo}",
    input: { path: z.object({ refNo: text(100) }) },
    output: record({ message, data: z.preprocess((value) => value ?? [], z.array(transaction)) }),
    // A repeated call may void a newer transaction with the same number.
    idempotency: "never",
  }),
  voidTransactionByRefId: operation({
    ...shared,
    name: "Void Transaction By RefId",
    method: "DELETE",
    path: "/api/v1/connect/void/transaction/ref-id/{refId}",
    input: { path: z.object({ refId: text(100) }) },
    output: transaction,
    errors: ["NOT_FOUND", "POINTS_ALREADY_SPENT", "REF_ID_AMBIGUOUS"],
    idempotency: "safe",
  }),
};
