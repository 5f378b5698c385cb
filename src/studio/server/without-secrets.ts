/** Leaves tokens, keys and passwords out of what the inspector records. */

const secretName = /token|secret|password|signature|authorization|api_?key|credential/i;
const leftOut = "(left out)";

/** The value, with whatever stands under the name of a secret replaced. */
function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && typeof inner !== "boolean" ? leftOut : redacted(inner),
    ]),
  );
}

/** @param json a text that isn't JSON comes back as it is. */
export function jsonWithoutSecrets(json: string): string {
  try {
    return JSON.stringify(redacted(JSON.parse(json)));
  } catch {
    return json;
  }
}

/** The same address, with the values of secret parameters replaced. */
export function urlWithoutSecrets(address: string): string {
  const url = new URL(address);
  for (const name of new Set(url.searchParams.keys())) {
    if (secretName.test(name)) url.searchParams.set(name, leftOut);
  }
  return url.href;
}
