/** Generates the OpenAPI 3.1 description of the platform from the contract. */
import { z } from "zod";
import {
  addressOrigin,
  apiVersions,
  contract,
  operationNames,
  pathIn,
  refusals,
  refusalsOf,
  type ApiVersion,
  type Operation,
  type OperationName,
  type Origin,
} from "../../loyalty/contract.ts";

const deprecatedTag = "Open API (Deprecated)";

const origins: Record<Origin, string> = {
  specified: "Given by the specification.",
  public: "As seen in the vendor's public reference.",
  assumed: "Assumed by this project, in the specification's own style.",
};

const errorSchema = {
  type: "object",
  properties: {
    status: { type: "integer" },
    code: { type: "string" },
    message: { type: "string" },
    request_id: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
    detail: { type: "object" },
  },
  required: ["status", "code", "message", "request_id"],
};

/**
 * The operations by area at the addresses of "Open API (V2)", and as a flat list at those of "Open API (Deprecated)".
 * @param baseUrl the address that the paths are appended to.
 */
export function describeApi(baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of operationNames) {
    const { path: specified, method } = contract[name];
    for (const version of apiVersions) {
      const path = pathIn(version, specified);
      paths[path] = { [method.toLowerCase()]: describe(name, version), ...paths[path] };
    }
  }
  const areas = [...new Set(operationNames.map((name) => contract[name].group))];
  return {
    openapi: "3.1.0",
    info: { title: "Membership and Loyalty Open API (connect interface)", version: "2" },
    servers: [{ url: baseUrl }],
    tags: [...areas, deprecatedTag].map((tag) => ({ name: tag })),
    "x-tagGroups": [
      { name: "Open API (V2)", tags: areas },
      { name: deprecatedTag, tags: [deprecatedTag] },
    ],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Error: errorSchema },
    },
  };
}

function describe(name: OperationName, version: ApiVersion): object {
  const operation: Operation = contract[name];
  const { input, output, status } = operation;
  const hasBody = Object.keys(input.body.shape).length > 0;
  const tags = tagsOf(name, version);
  return {
    operationId: version === "v1" ? name : `${name}V2`,
    summary: operation.name,
    description: origins[operation.origin],
    "x-origin": operation.origin,
    "x-address-origin": addressOrigin(version, operation),
    tags,
    ...(tags.every((tag) => tag === deprecatedTag) && { deprecated: true }),
    security: operation.auth === "none" ? [] : [{ bearer: [] }],
    parameters: [...parameters(operation, "path"), ...parameters(operation, "query")],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchema(input.body, "input") } },
      },
    }),
    responses: {
      [status]: {
        description: "Success",
        content: { "application/json": { schema: jsonSchema(output) } },
      },
      ...failures(operation),
    },
  };
}

/** An address that belongs to both groups, or that the specification lists by area, has both tags. */
function tagsOf(name: OperationName, version: ApiVersion): string[] {
  const { group, path, origin } = contract[name];
  if (version === "v2") return [group];
  // Generate Exchange Token exists since V2 only.
  if (name === "generateExchangeToken") return [group];
  const isInBoth = pathIn("v2", path) === path || origin === "specified";
  return isInBoth ? [group, deprecatedTag] : [deprecatedTag];
}

function parameters(operation: Operation, location: "path" | "query"): object[] {
  const { properties = {}, required = [] } = jsonSchema(operation.input[location]);
  return Object.entries(properties).map(([name, property]) => {
    const origin = operation.assumedFields.includes(name) ? "assumed" : operation.origin;
    return {
      name,
      in: location,
      description: origins[origin],
      "x-origin": origin,
      required: required.includes(name),
      schema: property,
    };
  });
}

function failures(operation: Operation): Record<string, object> {
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => refusals[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

/** @param io `input`: unknown keys are allowed, as in request bodies; `output`: as in responses. */
function jsonSchema(schema: z.ZodType, io: "input" | "output" = "output") {
  const described = z.toJSONSchema(schema, { io });
  // This dialect is the default of OpenAPI 3.1.
  delete described.$schema;
  return described;
}
