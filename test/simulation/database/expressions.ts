/** Compiles expressions of SQL statements to functions. Null stands for unknown, as in SQL. */
import type {
  A_Const,
  A_Expr,
  BooleanTest,
  CaseExpr,
  FuncCall,
  Node,
  SubLink,
  TypeCast,
} from "libpg-query";
import { functions } from "./functions.ts";
import type { Expression, Scope } from "./scope.ts";
import { lookUp, lookUpRow, unsupported } from "./scope.ts";
import type { Row, Value } from "./table.ts";

/** Compiles a query inside an expression or a statement. */
export type CompileQuery = (node: Node | undefined) => (scope: Scope) => Row[];

export function compileExpression(node: Node | undefined, query: CompileQuery): Expression {
  if (!node) return unsupported("an empty expression");
  const compile = (inner: Node | undefined) => compileExpression(inner, query);
  if ("ColumnRef" in node) {
    const names = namesOf(node.ColumnRef.fields);
    const column = names.at(-1) ?? "";
    const table = names.length > 1 ? (names.at(-2) ?? null) : null;
    if (column === "*") return (scope) => lookUpRow(scope, table);
    return (scope) => lookUp(scope, table, column);
  }
  if ("ParamRef" in node) {
    const index = (node.ParamRef.number ?? 1) - 1;
    return ({ run }) => run.values[index] ?? null;
  }
  if ("A_Const" in node) {
    const value = constantOf(node.A_Const);
    return () => value;
  }
  if ("TypeCast" in node) return cast(node.TypeCast, compile(node.TypeCast.arg));
  if ("A_Expr" in node) return operator(node.A_Expr, compile);
  if ("BoolExpr" in node) {
    const operands = (node.BoolExpr.args ?? []).map(compile);
    return logic(node.BoolExpr.boolop ?? "", operands);
  }
  if ("NullTest" in node) {
    const operand = compile(node.NullTest.arg);
    const isNull = node.NullTest.nulltesttype === "IS_NULL";
    return (scope) => (operand(scope) === null) === isNull;
  }
  if ("BooleanTest" in node) return booleanTest(node.BooleanTest, compile(node.BooleanTest.arg));
  if ("CoalesceExpr" in node) {
    const operands = (node.CoalesceExpr.args ?? []).map(compile);
    return (scope) => operands.map((one) => one(scope)).find((value) => value !== null) ?? null;
  }
  if ("MinMaxExpr" in node) {
    const operands = (node.MinMaxExpr.args ?? []).map(compile);
    const sign = node.MinMaxExpr.op === "IS_LEAST" ? 1 : -1;
    return (scope) => extreme(operands.map((one) => one(scope)).filter(isKnown), sign);
  }
  if ("CaseExpr" in node) return choice(node.CaseExpr, compile);
  if ("RowExpr" in node) {
    const parts = (node.RowExpr.args ?? []).map(compile);
    return (scope) => parts.map((part) => part(scope));
  }
  if ("FuncCall" in node) return call(node.FuncCall, compile);
  if ("SubLink" in node) return subquery(node.SubLink, compile, query);
  return unsupported(`the expression ${Object.keys(node).join()}`);
}

/** `case when … then … else … end`, without a value after `case`. */
function choice(
  { arg, args = [], defresult }: CaseExpr,
  compile: (node: Node | undefined) => Expression,
): Expression {
  const branches = args.map((node) => {
    if (arg || !("CaseWhen" in node)) return unsupported("this case");
    const { expr, result } = node.CaseWhen;
    return { condition: compile(expr), result: compile(result) };
  });
  const otherwise = defresult ? compile(defresult) : () => null;
  return (scope) => {
    const branch = branches.find(({ condition }) => condition(scope) === true);
    return (branch?.result ?? otherwise)(scope);
  };
}

function booleanTest({ booltesttype: kind = "IS_UNKNOWN" }: BooleanTest, operand: Expression) {
  if (kind !== "IS_TRUE" && kind !== "IS_NOT_TRUE") return unsupported(`the test ${kind}`);
  return (scope: Scope) => (operand(scope) === true) === (kind === "IS_TRUE");
}

/** The texts of names and of other lists of strings. */
export const namesOf = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).map((node) => ("String" in node ? (node.String.sval ?? "") : "*"));

function constantOf({ ival, fval, boolval, sval, isnull }: A_Const): Value {
  if (isnull) return null;
  if (ival) return ival.ival ?? 0;
  if (fval) return Number(fval.fval);
  if (boolval) return boolval.boolval ?? false;
  return sval?.sval ?? "";
}

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Times are milliseconds since 1970, and intervals milliseconds. */
function cast({ typeName }: TypeCast, operand: Expression): Expression {
  const type = namesOf(typeName?.names).at(-1) ?? "";
  if (typeName?.arrayBounds) return operand;
  if (type === "interval") {
    return (scope) => {
      const [, amount, unit] = /^(\d+) ?(ms|s|min|hour|day)s?$/.exec(String(operand(scope))) ?? [];
      return Number(amount) * (unitMs[unit ?? ""] ?? unsupported(`the unit ${unit}`));
    };
  }
  if (!/^(int|bigint|numeric|float)/.test(type)) return operand;
  return (scope) => {
    const value = operand(scope);
    return value === null ? null : Number(value);
  };
}

/** Operators that tell something of two values; `~~` is `like`. */
const tests: Readonly<Record<string, (a: Value, b: Value) => boolean>> = {
  "=": (a, b) => compare(a, b) === 0,
  "<>": (a, b) => compare(a, b) !== 0,
  "<": (a, b) => compare(a, b) < 0,
  "<=": (a, b) => compare(a, b) <= 0,
  ">": (a, b) => compare(a, b) > 0,
  ">=": (a, b) => compare(a, b) >= 0,
  "~": (text, pattern) => new RegExp(String(pattern)).test(String(text)),
  "~~": (text, pattern) => likeToRegExp(String(pattern)).test(String(text)),
};

/** Numbers, booleans and texts in their order; rows element by element. */
export function compare(a: Value, b: Value): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [index, one] of a.entries()) {
      const order = compare(one, b[index]);
      if (order !== 0) return order;
    }
    return 0;
  }
  const [left, right] = [a as number, b as number];
  return left < right ? -1 : left > right ? 1 : 0;
}

function operator(
  { kind, name, lexpr, rexpr }: A_Expr,
  compile: (node: Node | undefined) => Expression,
): Expression {
  const sign = namesOf(name).join("");
  const left = compile(lexpr);
  if (kind === "AEXPR_IN") {
    const items = rexpr && "List" in rexpr ? (rexpr.List.items ?? []).map(compile) : [];
    return quantified(sign, left, (scope) => items.map((item) => item(scope)), sign === "=");
  }
  const right = compile(rexpr);
  if (kind === "AEXPR_DISTINCT") {
    return (scope) => JSON.stringify(left(scope)) !== JSON.stringify(right(scope));
  }
  if (kind === "AEXPR_OP_ANY" || kind === "AEXPR_OP_ALL") {
    const list = (scope: Scope) => right(scope) as readonly Value[];
    return quantified(sign, left, list, kind === "AEXPR_OP_ANY");
  }
  if (kind !== "AEXPR_OP" && kind !== "AEXPR_LIKE") return unsupported(`the operator ${kind}`);
  const test = tests[sign];
  if (test) return binary(left, right, test);
  if (sign === "+") return binary(left, right, (a, b) => Number(a) + Number(b));
  if (sign === "-") return binary(left, right, (a, b) => Number(a) - Number(b));
  if (sign === "*") return binary(left, right, (a, b) => Number(a) * Number(b));
  if (sign === "->>") {
    return binary(left, right, (json, key) => (json as Record<string, Value>)[String(key)] ?? null);
  }
  if (sign === "||") return binary(left, right, (a, b) => `${String(a)}${String(b)}`);
  return unsupported(`the operator ${sign}`);
}

const binary =
  (left: Expression, right: Expression, apply: (a: Value, b: Value) => Value): Expression =>
  (scope) => {
    const a = left(scope);
    const b = right(scope);
    return a === null || b === null ? null : apply(a, b);
  };

/** @param isAny whether one match is enough; otherwise all must match. */
function quantified(
  sign: string,
  left: Expression,
  list: (scope: Scope) => readonly Value[],
  isAny: boolean,
): Expression {
  const test = tests[sign] ?? unsupported(`the operator ${sign}`);
  return (scope) => {
    const value = left(scope);
    if (value === null) return null;
    const matches = (item: Value) => item !== null && test(value, item);
    return isAny ? list(scope).some(matches) : list(scope).every(matches);
  };
}

function likeToRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\\(.)|([%_])|([^%_\\]+)/gs, (_, escaped, wildcard, text) => {
    if (wildcard) return wildcard === "%" ? ".*" : ".";
    return RegExp.escape(String(escaped ?? text));
  });
  return new RegExp(`^${source}$`, "s");
}

function logic(kind: string, operands: readonly Expression[]): Expression {
  if (kind === "NOT_EXPR") {
    const [operand] = operands;
    return (scope) => {
      const value = operand?.(scope) ?? null;
      return value === null ? null : !value;
    };
  }
  const decisive = kind === "OR_EXPR";
  return (scope) => {
    let isKnown = true;
    for (const operand of operands) {
      const value = operand(scope);
      if (value === decisive) return decisive;
      isKnown &&= value !== null;
    }
    return isKnown ? !decisive : null;
  };
}

function call(
  { funcname, args, agg_filter: filter, agg_distinct: isDistinct = false }: FuncCall,
  compile: (node: Node | undefined) => Expression,
): Expression {
  const name = namesOf(funcname).at(-1) ?? "";
  const operands = (args ?? []).map(compile);
  const aggregate = aggregates[name];
  if (aggregate) {
    const condition = filter ? compile(filter) : () => true;
    const [operand = () => 1] = operands;
    return ({ group = [] }) => {
      const values = group
        .filter((scope) => condition(scope) === true)
        .map(operand)
        .filter(isKnown);
      return aggregate(isDistinct ? [...new Set(values)] : values);
    };
  }
  const apply = functions[name] ?? unsupported(`the function ${name}`);
  return (scope) =>
    apply(
      scope.run.db,
      operands.map((operand) => operand(scope)),
    );
}

const isKnown = (value: Value): boolean => value !== null;

const extreme = (values: readonly Value[], sign: number): Value =>
  values.toSorted((a, b) => sign * compare(a, b))[0] ?? null;

/** Each gets the values that aren't null. */
const aggregates: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  count: ({ length }) => length,
  sum: (values) => (values.length === 0 ? null : values.reduce((a: number, b) => a + Number(b), 0)),
  min: (values) => extreme(values, 1),
  max: (values) => extreme(values, -1),
};

/** Whether a query that selects this has one result for each group of rows. */
export const hasAggregate = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      "ResTarget" in node &&
      /"funcname":\[\{"String":\{"sval":"(count|sum|min|max)"/.test(JSON.stringify(node)),
  );

function subquery(
  { subLinkType, testexpr, subselect }: SubLink,
  compile: (node: Node | undefined) => Expression,
  query: CompileQuery,
): Expression {
  const select = query(subselect);
  if (subLinkType === "EXISTS_SUBLINK") return (scope) => select(scope).length > 0;
  if (subLinkType === "EXPR_SUBLINK") {
    return (scope) => Object.values(select(scope)[0] ?? {})[0] ?? null;
  }
  if (subLinkType !== "ANY_SUBLINK") return unsupported(`the subquery ${subLinkType}`);
  const isRow = testexpr !== undefined && "RowExpr" in testexpr;
  const list = (scope: Scope) =>
    select(scope).map((row) => (isRow ? Object.values(row) : Object.values(row)[0]));
  return quantified("=", compile(testexpr), list, true);
}
