/** Reads the imports of `src` from its text, those of types too, and finds cycles among them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const src = resolve(import.meta.dirname, "../../src");

/** Files by their path below `src`, each with what it imports: such a path, or a library. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Static imports and exports with `from`, imports of a module alone, and dynamic ones. */
const specifiers =
  /^(?:import|export)\b[^;"]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** @param file its path below `src`. */
export function importsIn(file: string, text: string): string[] {
  return [...text.matchAll(specifiers)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
    .map((name) =>
      name.startsWith(".") ? relative(src, resolve(src, dirname(file), name)) : name,
    );
}

export function readSources(): ReadonlyMap<string, string> {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Map(files.map((file) => [file, readFileSync(join(src, file), "utf8")]));
}

/** Files and folders directly in a folder of `src`. */
export const entriesOf = (folder: string): string[] => readdirSync(join(src, folder));

/** Files that import each other, directly or by way of others: Tarjan's strongly connected components. */
export function cyclesIn(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];

  function visit(file: string): number {
    let low = order.size;
    order.set(file, low);
    stack.push(file);
    onStack.add(file);
    const own = low;
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (onStack.has(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === own) {
      const component = stack.splice(stack.indexOf(file));
      for (const member of component) onStack.delete(member);
      if (component.length > 1 || graph.get(file)?.includes(file))
        cycles.push(component.toSorted());
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
