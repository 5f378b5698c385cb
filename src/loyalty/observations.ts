/** What was seen of a platform's behaviour, and how calls are adapted to it. */
import { z } from "zod";
import { apiVersions, contract, operationNames, type OperationName } from "./contract.ts";

/**
 * What a query field does: `works`; `ignored` has no effect; `refused` is answered with 400; `wrong` hides what
 * it should find.
 */
const effectSchema = z.enum(["works", "ignored", "refused", "wrong"]);
export type Effect = z.output<typeof effectSchema>;

const observedOperation = z.object({
  /** Filters and `sort`, as far as their effect could be told. */
  fields: z.record(z.string(), effectSchema).default({}),
  /** The largest page size that is taken, if it is less than the contract's. */
  maxSize: z.int().min(1).optional(),
  /** The published group at whose address the operation is, if it isn't at the configured one. */
  api: z.enum(apiVersions).optional(),
});
export type ObservedOperation = z.output<typeof observedOperation>;

/** What was seen; where nothing is said, the contract holds. */
export const observationsSchema = z.object({
  /** The base address of the platform that was looked at. */
  baseUrl: z.string(),
  /** Milliseconds since 1970. */
  seenAt: z.number(),
  /** Whether the search finds a member by LINE user id; absent if that couldn't be told. */
  findsLineIds: z.boolean().optional(),
  operations: z.partialRecord(z.enum(operationNames), observedOperation).default({}),
});
export type Observations = z.output<typeof observationsSchema>;

/** Whether a query field with this effect is sent. One that is published may be ignored: sending it does no harm. */
export function isSent(name: OperationName, field: string, effect: Effect): boolean {
  const { origin, assumedFields } = contract[name];
  const isAssumed = origin === "assumed" || assumedFields.includes(field);
  return effect === "works" || (effect === "ignored" && !isAssumed);
}

/**
 * The input without query fields that don't do what they should, and with a page size that the platform takes.
 * Callers check every row, so a list that isn't filtered only costs more pages.
 */
export function adaptInput(
  name: OperationName,
  input: object,
  observed: ObservedOperation | undefined,
): object {
  if (!observed) return input;
  const query = contract[name].input.query.shape;
  const adapted = Object.entries(input).filter(
    ([field]) => !(field in query) || isSent(name, field, observed.fields[field] ?? "works"),
  );
  const { maxSize } = observed;
  return Object.fromEntries(
    adapted.map(([field, value]: [string, unknown]) =>
      field === "size" && typeof value === "number" && maxSize !== undefined
        ? [field, Math.min(value, maxSize)]
        : [field, value],
    ),
  );
}
