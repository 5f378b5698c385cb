/** Names the environment variable to change where an address can't be listened at. */
import { ConfigError } from "../errors.ts";

/** The variables that an address comes from. */
interface AddressVariables {
  port: string;
  /** Absent where the host is always loopback. */
  host?: string;
}

/** @param start listens. @throws {ConfigError} in place of its error if the address is not available. */
export async function namingAddress<T>(
  variables: AddressVariables,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const fault = error instanceof Error ? faultOf(error, variables) : null;
    throw fault === null ? error : new ConfigError([fault]);
  }
}

function faultOf(
  error: NodeJS.ErrnoException & { address?: string; port?: number },
  { port, host }: AddressVariables,
): string | null {
  const at = `${error.address ?? ""}:${error.port ?? ""}`;
  switch (error.code) {
    case "EADDRINUSE":
      return `${port}: ${at} is in use by another process: stop that one, or set ${port} to a free port`;
    case "EACCES":
      return `${port}: this user may not listen at ${at}: set ${port} to 1024 or more`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return host === undefined ? null : `${host}: this machine has no such address`;
    case undefined:
    default:
      return null;
  }
}
