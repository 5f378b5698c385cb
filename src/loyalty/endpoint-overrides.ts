/** An operator's corrections of method and path, for a platform that differs from the contract. */
import { z } from "zod";
import { contract, operationNames } from "./contract.ts";

const address = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  path: z.string().startsWith("/").optional(),
});

/** The content of a `CONNECT_OVERRIDES` file: operation → `{method?, path?}`. */
export const overridesSchema = z
  .partialRecord(z.enum(operationNames), address)
  .superRefine((overrides, context) => {
    for (const name of operationNames) {
      const known = Object.keys(contract[name].input.path.shape);
      for (const [, field] of overrides[name]?.path?.matchAll(/\{(.*?)\}/g) ?? []) {
        if (known.includes(field ?? "")) continue;
        const message = `{${field}} is not a part of this path; known: ${known.join(", ") || "none"}`;
        context.addIssue({ code: "custom", path: [name, "path"], message });
      }
    }
  });

export type Overrides = z.output<typeof overridesSchema>;
