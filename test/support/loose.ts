/** A platform that answers more than it was asked for, or other than it was asked: a neighbour that nothing may be believed of. */
import { contract, type OperationName, type Output } from "../../src/loyalty/contract.ts";
import { createProxy, type Bent } from "./proxy.ts";
import { createWorld, type World } from "./world.ts";

export interface LooseWorld extends AsyncDisposable {
  world: World;
  /** Changes what the platform answers to an operation, until something else is said for it. */
  answers<Name extends OperationName>(
    operation: Name,
    change: (answer: Output<Name>, query: URLSearchParams) => Output<Name>,
  ): void;
}

/** @param base the path that comes before the operations'. */
function isCallOf(operation: OperationName, base: string, { method, url }: Bent): boolean {
  const { path, method: known } = contract[operation];
  const pattern = new RegExp(`^${base}${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return known === method && pattern.test(url.pathname);
}

/** @param env what the bot's environment has beside the address of a platform that it takes for a real one. */
export async function createLooseWorld(env: Record<string, string> = {}): Promise<LooseWorld> {
  await using stack = new AsyncDisposableStack();
  const changes = new Map<OperationName, (answer: never, query: URLSearchParams) => unknown>();
  let platform = new URL("http://127.0.0.1");
  const proxy = stack.use(
    await createProxy(() => platform.origin, {
      bends: {
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
      { strange: true },
    ),
  );
  const running = stack.move();
  return {
    world,
    answers: (operation, change) => void changes.set(operation, change),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
