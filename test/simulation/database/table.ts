/** A table in memory: rows, defaults, the primary key, and what undoes a change. */

export type Value = unknown;
export type Row = Record<string, Value>;

export interface Column {
  name: string;
  isRequired: boolean;
  default(): Value;
}

/** Undoes one change. */
export type Undo = () => void;

/** An error with a code of Postgres. */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class Table {
  readonly name: string;
  readonly columns: Column[];
  readonly #key: readonly string[];
  readonly #rows = new Map<string, Row>();
  #last = 0;

  /** @param key the columns of the primary key. */
  constructor(name: string, columns: readonly Column[], key: readonly string[]) {
    this.name = name;
    this.columns = [...columns];
    this.#key = key;
  }

  /** Gives every row the column's default. */
  addColumn(column: Column): void {
    this.columns.push(column);
    for (const row of this.#rows.values()) row[column.name] = column.default();
  }

  /** A copy, since a statement may change what it reads. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** The row that has the same key as this one would have. */
  conflicting(row: Row): Row | undefined {
    return this.#key.length > 0 ? this.#rows.get(this.#keyOf(row)) : undefined;
  }

  /** A row with the defaults of the columns that aren't given. */
  withDefaults(given: Row): Row {
    const row: Row = {};
    for (const { name, default: defaultOf } of this.columns) {
      row[name] = name in given ? given[name] : defaultOf();
    }
    return row;
  }

  /** @throws {DatabaseError} for a key that is taken, and for a missing value. */
  insert(row: Row): Undo {
    this.#require(row);
    const key = this.#key.length > 0 ? this.#keyOf(row) : String(++this.#last);
    if (this.#rows.has(key)) throw new DatabaseError("23505", `duplicate key in ${this.name}`);
    this.#rows.set(key, row);
    return () => this.#rows.delete(key);
  }

  /** Changes a row in place; a primary key never changes. */
  update(row: Row, changes: Row): Undo {
    const before = { ...row };
    Object.assign(row, changes);
    this.#require(row);
    return () => Object.assign(row, before);
  }

  delete(row: Row): Undo {
    const found = this.#rows.entries().find(([, one]) => one === row);
    if (!found) return () => {};
    this.#rows.delete(found[0]);
    return () => this.#rows.set(...found);
  }

  #keyOf(row: Row): string {
    return this.#key.length === 1
      ? String(row[this.#key[0] ?? ""])
      : JSON.stringify(this.#key.map((name) => row[name]));
  }

  #require(row: Row): void {
    for (const { name, isRequired } of this.columns) {
      if (isRequired && row[name] === null) {
        throw new DatabaseError("23502", `${this.name}.${name} is null`);
      }
    }
  }
}
