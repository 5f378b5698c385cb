/** Issues the credentials that other software needs to call the loyalty emulator. */
import type { Database } from "./database.ts";
import type { SignIn } from "./sign-in.ts";

export interface Credentials {
  businesses: { code: string; api_key: string; api_secret: string }[];
  /** The JWT of a management user of all businesses, for Generate Exchange Token. */
  management_token: string;
  /** A fresh exchange token of the first business. */
  exchange_token: string;
}

const dayS = 86_400;

/** The businesses' keys, and fresh tokens: the management token is valid for 30 days, the exchange token for one. */
export async function issueCredentials(database: Database, signIn: SignIn): Promise<Credentials> {
  const businesses = database.all<Credentials["businesses"][number] & { id: number }>(
    "SELECT id, code, api_key, api_secret FROM business ORDER BY id",
  );
  const biz = businesses.map(({ code }) => code);
  return {
    businesses: businesses.map(({ code, api_key, api_secret }) => ({ code, api_key, api_secret })),
    management_token: await signIn.sign({ sub: "manager", biz, flow: "management" }, 30 * dayS),
    exchange_token: signIn.newExchangeToken(businesses[0]!.id, dayS),
  };
}
