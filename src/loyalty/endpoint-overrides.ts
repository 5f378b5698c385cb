/** Schema of the file that overrides methods and paths of operations, for a platform that differs from the contract. */
import { z } from "zod";
import { contract, operationNames } from "./contract.ts";

const endpoint = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  path: z.string().startsWith("/").optional(),
});

/** The content of a `CONNECT_OVERRIDES` file: `{method?, path?}` by operation. A path may only use the operation's own path fields. */
export const overridesSchema = z
  .partialRecord(z.enum(operationNames), endpoint)
  .superRefine((overrides, context) => {
    for (const name of operationNames) {
      const known = Object.keys(contract[name].input.path.shape);
      for (const [, field] of overrides[name]?.path?.matchAll(/\{([^{}]*)\}/g) ?? []) {
        if (known.includes(field ?? "")) continue;
        const message = `{${field}} is not a part of this path; known: ${known.join(", ") || "none"}`;
        context.addIssue({ code: "custom", path: [name, "path"], message });
      }
    }
  });

export type Overrides = z.output<typeof overridesSchema>;
