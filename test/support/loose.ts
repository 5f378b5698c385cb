/** A platform whose responses tests can change: wrong or additional rows that the bot must not trust. */
import {
  contract,
  type MemberProfile,
  type OperationName,
  type Output,
} from "../../src/loyalty/contract.ts";
import { createProxy, type ProxiedRequest } from "./proxy.ts";
import { createTill, type Till } from "./till.ts";
import { createWorld, type World } from "./world.ts";

export interface LooseWorld extends AsyncDisposable {
  world: World;
  till: Till;
  /** Two members, as the platform has them at the start. */
  olivia: MemberProfile;
  takeru: MemberProfile;
  /** Changes the responses to an operation, until it is called again for that operation. */
  answers<Name extends OperationName>(
    operation: Name,
    change: (answer: Output<Name>, query: URLSearchParams) => Output<Name>,
  ): void;
}

/** @param base the base path of the operations. */
function isCallOf(
  operation: OperationName,
  base: string,
  { method, url }: ProxiedRequest,
): boolean {
  const { path, method: known } = contract[operation];
  const pattern = new RegExp(`^${base}${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return known === method && pattern.test(url.pathname);
}

/** @param env additional environment variables; the bot treats the platform as a real one. */
export async function createLooseWorld(env: Record<string, string> = {}): Promise<LooseWorld> {
  await using stack = new AsyncDisposableStack();
  const changes = new Map<OperationName, (answer: never, query: URLSearchParams) => unknown>();
  let platform = new URL("http://127.0.0.1");
  const proxy = stack.use(
    await createProxy(() => platform.origin, {
      hooks: {
        after(request, answer) {
          for (const [operation, change] of changes) {
            if (answer.status !== 200 || !isCallOf(operation, platform.pathname, request)) continue;
            const changed = change(JSON.parse(answer.body) as never, request.url.searchParams);
            answer.body = JSON.stringify(changed);
          }
        },
      },
    }),
  );
  const world = stack.use(
    await createWorld(
      ({ baseUrl }) => {
        platform = new URL(baseUrl);
        return { CONNECT_BASE_URL: `${proxy.origin}${platform.pathname}`, ...env };
      },
      { asReal: true },
    ),
  );
  const till = stack.use(createTill(world));
  const olivia = await till.member("olivia");
  const takeru = await till.member("takeru");
  const running = stack.move();
  return {
    world,
    till,
    olivia,
    takeru,
    answers: (operation, change) => void changes.set(operation, change),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
