/** Compiles queries: joins, conditions, groups, order and limits, without indexes or plans. */
import type { Node, RangeFunction, SelectStmt, SortBy, WithClause } from "libpg-query";
import {
  compare,
  compileExpression,
  hasAggregate,
  namesOf,
  type CompileQuery,
} from "./expressions.ts";
import { unsupported, type Expression, type Run, type Scope, type Source } from "./scope.ts";
import type { Row, Value } from "./table.ts";

/** Yields the combinations of rows that a `from` clause joins. */
type Join = (scope: Scope) => Source[][];

/** @param compilePart of its `with` clause. */
export function compileQuery(
  node: Node | undefined,
  compilePart: CompileQuery = compileQuery,
): ReturnType<CompileQuery> {
  if (!node || !("SelectStmt" in node)) return unsupported("this query");
  const select = compileSelect(node.SelectStmt);
  const begin = compileWith(node.SelectStmt.withClause, compilePart);
  return (scope) => select({ ...scope, run: begin(scope.run) });
}

export const expressionOf = (node: Node | undefined): Expression =>
  compileExpression(node, compileQuery);

/** Runs the parts of a `with` clause. */
export function compileWith(
  clause: WithClause | undefined,
  compilePart: CompileQuery = compileQuery,
): (run: Run) => Run {
  const queries = (clause?.ctes ?? []).map((node) => {
    if (!("CommonTableExpr" in node)) return unsupported("this with clause");
    const { ctename = "", ctequery } = node.CommonTableExpr;
    return [ctename, compilePart(ctequery)] as const;
  });
  return (run) => {
    const withRows = new Map(run.withRows);
    const inner = { ...run, withRows };
    for (const [name, query] of queries) {
      withRows.set(name, query({ run: inner, sources: [], outer: null }));
    }
    return inner;
  };
}

function compileSelect(statement: SelectStmt): (scope: Scope) => Row[] {
  if (statement.op && statement.op !== "SETOP_NONE") return compileSetOperation(statement);
  if (statement.valuesLists) return compileValues(statement.valuesLists);
  const { targetList = [], groupClause = [], limitCount, limitOffset } = statement;
  const join = compileJoin(statement.fromClause ?? []);
  const condition = statement.whereClause ? expressionOf(statement.whereClause) : () => true;
  const having = statement.havingClause ? expressionOf(statement.havingClause) : () => true;
  const isGrouped = groupClause.length > 0 || hasAggregate(targetList);
  const keys = groupClause.map((node) => expressionOf(groupedBy(node, targetList)));
  const project = compileTargets(targetList);
  const orders = (statement.sortClause ?? []).map(compileOrder);
  const limit = limitCount ? expressionOf(limitCount) : () => Infinity;
  const offset = limitOffset ? expressionOf(limitOffset) : () => 0;
  return (outer) => {
    const joined = join(outer)
      .map((sources): Scope => ({ run: outer.run, sources, outer }))
      .filter((scope) => condition(scope) === true);
    const scopes = isGrouped
      ? groupsOf(joined, keys, outer).filter((scope) => having(scope) === true)
      : joined;
    let results = scopes.map((scope) => {
      const row = project(scope);
      return { row, scope: { ...scope, sources: [...scope.sources, { name: "", row }] } };
    });
    if (statement.distinctClause) results = distinct(results, ({ row }) => Object.values(row));
    if (orders.length > 0) {
      results = results.toSorted((a, b) => firstDifference(orders, a.scope, b.scope));
    }
    const rows = results.map(({ row }) => row);
    const first = Number(offset(outer));
    return rows.slice(first, first + Number(limit(outer)));
  };
}

/** `union`, `union all` and `except`. */
function compileSetOperation(statement: SelectStmt): (scope: Scope) => Row[] {
  const { op, larg, rarg, all = false, limitCount, limitOffset, sortClause = [] } = statement;
  const isUnion = op === "SETOP_UNION";
  const isExcept = op === "SETOP_EXCEPT" && !all;
  if (!larg || !rarg || limitCount || limitOffset || !(isUnion || isExcept)) {
    return unsupported("this operation on two queries");
  }
  const [left, right] = [compileSelect(larg), compileSelect(rarg)];
  const orders = sortClause.map(compileOrder);
  return (outer) => {
    const excluded = new Set(isExcept ? right(outer).map(keyOf) : []);
    const both = isExcept ? left(outer) : [...left(outer), ...right(outer)];
    const rows = all ? both : distinct(both, Object.values);
    const scopeOf = (row: Row): Scope => ({ ...outer, sources: [{ name: "", row }] });
    return rows
      .filter((row) => !excluded.has(keyOf(row)))
      .toSorted((a, b) => firstDifference(orders, scopeOf(a), scopeOf(b)));
  };
}

const keyOf = (row: Row): string => JSON.stringify(Object.values(row));

function compileValues(lists: readonly Node[]): (scope: Scope) => Row[] {
  const rows = lists.map((node) =>
    "List" in node ? (node.List.items ?? []).map(expressionOf) : unsupported("these values"),
  );
  return (scope) =>
    rows.map((row) =>
      Object.fromEntries(row.map((value, index) => [`column${index + 1}`, value(scope)])),
    );
}

function distinct<T>(items: readonly T[], valuesOf: (item: T) => unknown): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const values = JSON.stringify(valuesOf(item));
    return !seen.has(values) && seen.add(values);
  });
}

/** A number names a column of the result. */
function groupedBy(node: Node, targets: readonly Node[]): Node | undefined {
  if (!("A_Const" in node)) return node;
  const target = targets[(node.A_Const.ival?.ival ?? 1) - 1];
  return target && "ResTarget" in target ? target.ResTarget.val : undefined;
}

function groupsOf(joined: readonly Scope[], keys: readonly Expression[], outer: Scope): Scope[] {
  if (keys.length === 0) return [{ run: outer.run, sources: [], outer, group: joined }];
  const groups = Map.groupBy(joined, (scope) => JSON.stringify(keys.map((key) => key(scope))));
  return [...groups.values()].map((group) => ({
    run: outer.run,
    sources: group[0]?.sources ?? [],
    outer,
    group,
  }));
}

/** What a query, or `returning`, yields of the rows in scope. */
export function compileTargets(targets: readonly Node[]): (scope: Scope) => Row {
  const assignments = targets.map((node, index) => {
    if (!("ResTarget" in node)) return unsupported("this target");
    const { name, val } = node.ResTarget;
    const path = val && "ColumnRef" in val ? namesOf(val.ColumnRef.fields) : [];
    if (path.at(-1) === "*") return starOf(path.at(-2) ?? null);
    const value = expressionOf(val);
    const column = name ?? path.at(-1) ?? `column${index + 1}`;
    return (scope: Scope, row: Row) => {
      row[column] = value(scope);
    };
  });
  return (scope) => {
    const row: Row = {};
    for (const assign of assignments) assign(scope, row);
    return row;
  };
}

const starOf = (table: string | null) => (scope: Scope, row: Row) => {
  for (const source of scope.sources) {
    if (table === null || table === source.name) Object.assign(row, source.row);
  }
};

type Order = (a: Scope, b: Scope) => number;

function compileOrder(node: Node): Order {
  if (!("SortBy" in node)) return unsupported("this order");
  const { node: by, sortby_dir: direction, sortby_nulls: nulls }: SortBy = node.SortBy;
  const value = expressionOf(by);
  const sign = direction === "SORTBY_DESC" ? -1 : 1;
  const isNullFirst = nulls === "SORTBY_NULLS_FIRST" || (nulls !== "SORTBY_NULLS_LAST" && sign < 0);
  return (first, second) => {
    const [a, b]: [Value, Value] = [value(first), value(second)];
    if (a === null || b === null) {
      return a === b ? 0 : (a === null) === isNullFirst ? -1 : 1;
    }
    return sign * compare(a, b);
  };
}

function firstDifference(orders: readonly Order[], a: Scope, b: Scope): number {
  for (const order of orders) {
    const difference = order(a, b);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Every item sees those before it, whether it is lateral or not. */
export function compileJoin(items: readonly Node[]): Join {
  const joins = items.map(compileItem);
  return (scope) => {
    let joined: Source[][] = [[]];
    for (const join of joins) {
      joined = joined.flatMap((sources) => {
        const inner = sources.length > 0 ? { run: scope.run, sources, outer: scope } : scope;
        return join(inner).map((more) => [...sources, ...more]);
      });
    }
    return joined;
  };
}

function compileItem(node: Node): Join {
  if ("RangeVar" in node) {
    const { relname = "", alias } = node.RangeVar;
    const name = alias?.aliasname ?? relname;
    return ({ run }) => {
      const rows = run.withRows.get(relname) ?? run.db.table(relname).rows();
      return rows.map((row) => [{ name, row }]);
    };
  }
  if ("RangeSubselect" in node) {
    const { subquery, alias } = node.RangeSubselect;
    const query = compileQuery(subquery);
    return (scope) => query(scope).map((row) => [{ name: alias?.aliasname ?? "", row }]);
  }
  if ("RangeFunction" in node) return compileFunction(node.RangeFunction);
  if ("JoinExpr" in node && node.JoinExpr.jointype === "JOIN_INNER") {
    const { larg, rarg, quals, usingClause } = node.JoinExpr;
    if (usingClause && usingClause.length > 0) return unsupported("a join by using");
    const join = compileJoin([larg, rarg].filter((side) => side !== undefined));
    if (!quals) return join;
    const condition = expressionOf(quals);
    return (scope) =>
      join(scope).filter(
        (sources) => condition({ run: scope.run, sources, outer: scope }) === true,
      );
  }
  return unsupported(`the join ${Object.keys(node).join()}`);
}

/** `unnest` of arrays side by side, with or without their ordinal numbers, and the elements of an array in JSON. */
function compileFunction({ functions = [], alias, ordinality }: RangeFunction): Join {
  const [first] = functions;
  const call = first && "List" in first ? first.List.items?.[0] : undefined;
  const called = call && "FuncCall" in call ? call.FuncCall : {};
  const operands = (called.args ?? []).map(expressionOf);
  const [json] = operands;
  const nameOfCalled = namesOf(called.funcname).join();
  if (nameOfCalled === "json_array_elements" && json) {
    const element = alias?.aliasname ?? "";
    const [column = ""] = namesOf(alias?.colnames);
    return (scope) =>
      (JSON.parse(String(json(scope))) as readonly Value[]).map((value) => [
        { name: element, row: { [column]: value } },
      ]);
  }
  if (nameOfCalled !== "unnest") return unsupported("this function in a from clause");
  const name = alias?.aliasname ?? "unnest";
  const named = alias?.colnames ? namesOf(alias.colnames) : [name];
  return (scope) => {
    const lists = operands.map((array) => array(scope) as readonly Value[]);
    const length = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length }, (_, index) => {
      const values = lists.map((list) => list[index] ?? null);
      const all = ordinality ? [...values, index + 1] : values;
      const row = Object.fromEntries(
        all.map((value, place) => [named[place] ?? `column${place}`, value]),
      );
      return [{ name, row }];
    });
  };
}
