/** Compiles `insert`, `update` and `delete`. */
import type {
  DeleteStmt,
  InsertStmt,
  Node,
  OnConflictClause,
  ReturningClause,
  UpdateStmt,
} from "libpg-query";
import { unsupported, type Expression, type Run, type Scope, type Source } from "./scope.ts";
import { compileJoin, compileQuery, compileTargets, compileWith, expressionOf } from "./select.ts";
import type { Row } from "./table.ts";

/** The rows that a statement returns, and how many it has changed. */
export interface Result {
  rows: Row[];
  count: number;
}

export type Statement = (run: Run) => Result;

export function compileInsert(statement: InsertStmt): Statement {
  const { relation, cols = [], selectStmt, onConflictClause, returningClause } = statement;
  const name = relation?.relname ?? "";
  const alias = relation?.alias?.aliasname ?? name;
  const columns = cols.map((node) => ("ResTarget" in node ? (node.ResTarget.name ?? "") : ""));
  const query = compileQuery(selectStmt);
  const onConflict = compileConflict(name, alias, onConflictClause);
  const returning = compileReturning(returningClause);
  const begin = compileWith(statement.withClause);
  return (start) => {
    const run = begin(start);
    const table = run.db.table(name);
    const named = columns.length > 0 ? columns : table.columns.map((column) => column.name);
    const result: Result = { rows: [], count: 0 };
    for (const selected of query({ run, sources: [], outer: null })) {
      const values = Object.values(selected);
      const row = table.withDefaults(
        Object.fromEntries(values.map((value, index) => [named[index] ?? "", value])),
      );
      const existing = onConflict ? table.conflicting(row) : undefined;
      if (!existing) run.db.change(table.insert(row));
      else if (!onConflict?.(run, existing, row)) continue;
      result.count += 1;
      // `xmax` is 0 for a row that no transaction has changed or locked.
      const hidden = { name: "", row: { xmax: existing ? 1 : 0 } };
      result.rows.push(
        returning({ run, sources: [{ name: alias, row: existing ?? row }, hidden], outer: null }),
      );
    }
    return result;
  };
}

/** @returns null without a clause; else what updates the existing row, and says whether it did. */
function compileConflict(
  table: string,
  alias: string,
  clause: OnConflictClause | undefined,
): ((run: Run, existing: Row, proposed: Row) => boolean) | null {
  if (!clause) return null;
  if (clause.action === "ONCONFLICT_NOTHING") return () => false;
  const set = compileSet(clause.targetList ?? []);
  const condition = clause.whereClause ? expressionOf(clause.whereClause) : () => true;
  return (run, existing, proposed) => {
    const sources = [
      { name: alias, row: existing },
      { name: "excluded", row: proposed },
    ];
    const scope = { run, sources, outer: null };
    if (condition(scope) !== true) return false;
    run.db.change(run.db.table(table).update(existing, set(scope)));
    return true;
  };
}

function compileSet(targets: readonly Node[]): (scope: Scope) => Row {
  const assignments = targets.map((node): [string, Expression] => {
    if (!("ResTarget" in node)) return unsupported("this assignment");
    return [node.ResTarget.name ?? "", expressionOf(node.ResTarget.val)];
  });
  return (scope) => Object.fromEntries(assignments.map(([name, value]) => [name, value(scope)]));
}

function compileReturning(clause: ReturningClause | undefined): (scope: Scope) => Row {
  return clause ? compileTargets(clause.exprs ?? []) : () => ({});
}

export function compileUpdate(statement: UpdateStmt): Statement {
  const set = compileSet(statement.targetList ?? []);
  return compileChange(statement, statement.fromClause ?? [], (run, row, scope) => {
    const table = run.db.table(statement.relation?.relname ?? "");
    run.db.change(table.update(row, set(scope)));
  });
}

export function compileDelete(statement: DeleteStmt): Statement {
  return compileChange(statement, statement.usingClause ?? [], (run, row) => {
    run.db.change(run.db.table(statement.relation?.relname ?? "").delete(row));
  });
}

/** Changes each row of a table that matches, once. */
function compileChange(
  { relation, whereClause, returningClause, withClause }: UpdateStmt | DeleteStmt,
  from: readonly Node[],
  change: (run: Run, row: Row, scope: Scope) => void,
): Statement {
  const name = relation?.relname ?? "";
  const alias = relation?.alias?.aliasname ?? name;
  const join = compileJoin(from);
  const condition = whereClause ? expressionOf(whereClause) : () => true;
  const returning = compileReturning(returningClause);
  const begin = compileWith(withClause);
  return (start) => {
    const run = begin(start);
    const top = { run, sources: [], outer: null };
    const joined = from.length > 0 ? join(top) : [[]];
    const matches = run.db
      .table(name)
      .rows()
      .flatMap((row) => {
        const scopes = joined.map((sources: readonly Source[]): Scope => ({
          run,
          sources: [{ name: alias, row }, ...sources],
          outer: null,
        }));
        const scope = scopes.find((one) => condition(one) === true);
        return scope ? [{ row, scope }] : [];
      });
    const rows = matches.map(({ row, scope }) => {
      change(run, row, scope);
      return returning(scope);
    });
    return { rows, count: rows.length };
  };
}
