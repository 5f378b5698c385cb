/**
 * A small Postgres in memory: it runs the store's own schema and statements, parsed by Postgres's parser.
 * There are no plans, row locks or snapshots: a transaction has to run from begin to commit without another
 * one in between, which its connections see to.
 */
import { loadModule, parseSync, type Node } from "libpg-query";
import type { Clock } from "../../../src/clock.ts";
import { compileAddColumn, compileCreate, compileDrop } from "./create.ts";
import { unsupported, type Scope } from "./scope.ts";
import { compileQuery } from "./select.ts";
import { DatabaseError, type Row, type Table, type Undo, type Value } from "./table.ts";
import {
  compileDelete,
  compileInsert,
  compileUpdate,
  type Result,
  type Statement,
} from "./write.ts";

await loadModule();

const compiled = new Map<string, Statement>();

export class MemoryDatabase {
  readonly #clock: Pick<Clock, "now">;
  readonly #onStatement: (sql: string, values: readonly Value[]) => void;
  readonly #tables = new Map<string, Table>();
  readonly #sequences = new Map<string, number>();
  /** What undoes the changes of the statement in progress. */
  #undos: Undo[] = [];
  /** Advisory locks that the statement in progress asks for. */
  #locks: string[] = [];

  /** @param onStatement called before each statement. */
  constructor(
    clock: Pick<Clock, "now">,
    onStatement: (sql: string, values: readonly Value[]) => void = () => {},
  ) {
    this.#clock = clock;
    this.#onStatement = onStatement;
  }

  /** Milliseconds since 1970, by the clock of the database. */
  now(): number {
    return this.#clock.now();
  }

  /**
   * Runs one statement, whole or not at all.
   * @returns its result, what undoes it, and the advisory locks that it waits for.
   * @throws {DatabaseError}
   */
  execute(sql: string, values: readonly Value[]): Result & { undos: Undo[]; locks: string[] } {
    this.#onStatement(sql, values);
    const statement = compiled.get(sql) ?? compileText(sql);
    compiled.set(sql, statement);
    this.#undos = [];
    this.#locks = [];
    try {
      checkTexts(values);
      const result = statement({ db: this, values, withRows: new Map<string, Row[]>() });
      return { ...result, undos: this.#undos, locks: this.#locks };
    } catch (error) {
      for (const undo of this.#undos.toReversed()) undo();
      throw error;
    }
  }

  /** Notes a change of the statement in progress. */
  change(undo: Undo): void {
    this.#undos.push(undo);
  }

  requestLock(name: string): void {
    this.#locks.push(name);
  }

  table(name: string): Table {
    const table = this.#tables.get(name);
    if (!table) throw new DatabaseError("42P01", `no table ${name}`);
    return table;
  }

  hasTable(name: string): boolean {
    return this.#tables.has(name);
  }

  create(table: Table): void {
    this.#tables.set(table.name, table);
  }

  drop(name: string): void {
    this.#tables.delete(name);
  }

  /** The next value of a sequence, which is never undone. */
  nextOf(sequence: string): number {
    const next = (this.#sequences.get(sequence) ?? 0) + 1;
    this.#sequences.set(sequence, next);
    return next;
  }
}

function compileText(sql: string): Statement {
  const [first, ...more] = parseSync(sql).stmts ?? [];
  if (!first?.stmt || more.length > 0) return unsupported("several statements at once");
  return compileStatement(first.stmt);
}

/** Statements that mean nothing without locks, plans and deadlines. */
const ignored = /^(CreateSeq|Index|CreateFunction|CreateTrig|VariableSet)Stmt$/;

function compileStatement(node: Node): Statement {
  if ("SelectStmt" in node) {
    const query = compileQuery(node, compilePart);
    return (run) => {
      const rows = query({ run, sources: [], outer: null });
      return { rows, count: rows.length };
    };
  }
  if ("InsertStmt" in node) return compileInsert(node.InsertStmt);
  if ("UpdateStmt" in node) return compileUpdate(node.UpdateStmt);
  if ("DeleteStmt" in node) return compileDelete(node.DeleteStmt);
  if ("CreateStmt" in node) return compileCreate(node.CreateStmt);
  if ("DropStmt" in node) return compileDrop(node.DropStmt);
  if ("AlterTableStmt" in node) return compileAddColumn(node.AlterTableStmt);
  const [kind = ""] = Object.keys(node);
  return ignored.test(kind) ? () => ({ rows: [], count: 0 }) : unsupported(kind);
}

/** Of a `with` clause, which may change tables. */
function compilePart(node: Node | undefined): (scope: Scope) => Row[] {
  const statement = node ? compileStatement(node) : unsupported("an empty part");
  return ({ run }) => statement(run).rows;
}

/** No text of Postgres holds the character zero. */
function checkTexts(values: readonly Value[]): void {
  for (const value of values.flat()) {
    if (typeof value === "string" && value.includes("\u0000")) {
      throw new DatabaseError("22021", "invalid byte sequence");
    }
  }
}
