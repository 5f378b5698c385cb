/** Compiles `create table`: columns, defaults, identities and the primary key. */
import type { AlterTableStmt, ColumnDef, CreateStmt, DropStmt, Node } from "libpg-query";
import { namesOf } from "./expressions.ts";
import { unsupported, type Run } from "./scope.ts";
import { expressionOf } from "./select.ts";
import { Table, type Column } from "./table.ts";
import type { Statement } from "./write.ts";

export function compileCreate({ relation, tableElts = [] }: CreateStmt): Statement {
  const name = relation?.relname ?? "";
  const definitions = tableElts.flatMap((node) => ("ColumnDef" in node ? [node.ColumnDef] : []));
  const key = [
    ...tableElts.flatMap((node) => primaryKeyOf(node)),
    ...definitions.filter((one) => hasConstraint(one, "CONSTR_PRIMARY")).map(nameOf),
  ];
  return (run) => {
    if (!run.db.hasTable(name)) {
      const columns = definitions.map((definition) => columnOf(definition, name, run));
      run.db.create(new Table(name, columns, key));
    }
    return { rows: [], count: 0 };
  };
}

/** `drop table` only. */
export function compileDrop({ objects = [], removeType }: DropStmt): Statement {
  if (removeType !== "OBJECT_TABLE") return unsupported(`drop ${removeType}`);
  const names = objects.flatMap((node) => ("List" in node ? namesOf(node.List.items) : []));
  return (run) => {
    for (const name of names) run.db.drop(name);
    return { rows: [], count: 0 };
  };
}

/** `alter table … add column` only. */
export function compileAddColumn({ relation, cmds = [] }: AlterTableStmt): Statement {
  const name = relation?.relname ?? "";
  const definitions = cmds.flatMap((node) =>
    "AlterTableCmd" in node &&
    node.AlterTableCmd.subtype === "AT_AddColumn" &&
    node.AlterTableCmd.def &&
    "ColumnDef" in node.AlterTableCmd.def
      ? [node.AlterTableCmd.def.ColumnDef]
      : [],
  );
  if (definitions.length < cmds.length) return unsupported("alter table");
  return (run) => {
    for (const definition of definitions) {
      run.db.table(name).addColumn(columnOf(definition, name, run));
    }
    return { rows: [], count: 0 };
  };
}

const nameOf = ({ colname = "" }: ColumnDef): string => colname;

const hasConstraint = ({ constraints = [] }: ColumnDef, type: string): boolean =>
  constraints.some((node) => "Constraint" in node && node.Constraint.contype === type);

const primaryKeyOf = (node: Node): string[] =>
  "Constraint" in node && node.Constraint.contype === "CONSTR_PRIMARY"
    ? namesOf(node.Constraint.keys)
    : [];

function columnOf(definition: ColumnDef, table: string, run: Run): Column {
  const name = nameOf(definition);
  const defaults = (definition.constraints ?? []).flatMap((node) =>
    "Constraint" in node && node.Constraint.contype === "CONSTR_DEFAULT"
      ? [expressionOf(node.Constraint.raw_expr)]
      : [],
  );
  const isIdentity = hasConstraint(definition, "CONSTR_IDENTITY");
  const [value] = defaults;
  return {
    name,
    isRequired: hasConstraint(definition, "CONSTR_NOTNULL") && !isIdentity,
    default() {
      if (isIdentity) return run.db.nextOf(`${table}.${name}`);
      return value ? value({ run, sources: [], outer: null }) : null;
    },
  };
}
