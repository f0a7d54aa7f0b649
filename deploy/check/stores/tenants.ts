import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { sourceFiles } from '../source-files.ts';

/*
 * A write to a table of tenants names the tenant: `project_id` or `organization_id` is a condition of each `update` and
 * `delete` of a store. A statement that goes by something else has a comment above it in its function, `// Tenant: …`,
 * that says why it can reach no other tenant's row, or why it is for every tenant.
 */

const STORES = ['services/*/src/store/*'];
const TENANT = /\b(?:project_id|organization_id)\b/;
/** A tenant as a condition: of a statement, or of the rows that it joins. */
const CONDITION = /\bwhere\b[^;]*?\b(?:project_id|organization_id)\s*(?:=|in\b|is\b)/;
const WRITE = /(?<!\bfor (?:no key )?|\bdo )\b(?:update|delete from)\s+([a-z_]+)\b(?!\s+of\b|\s+skip\b)/g;
const EXCUSE = /^\s*Tenant: \S.{10}/;

interface Node {
  type: string;
  start: number;
  loc: { start: { line: number } };
  [key: string]: unknown;
}

/** A write without its tenant. */
export interface TenantFault {
  line: number;
  table: string;
}

/** The tables of a schema that have a tenant. */
export function tenantTablesIn(schema: string): Set<string> {
  const tables = schema.matchAll(/^create table (?:if not exists )?(\w+) \(([\s\S]*?)^\)/gim);
  return new Set([...tables].flatMap(([, name, columns]) => (TENANT.test(columns!) ? [name!] : [])));
}

/** The writes of a TypeScript source to tables of tenants that neither name the tenant nor are excused. */
export function writesWithoutTenant(source: string, tables: ReadonlySet<string>): TenantFault[] {
  const { program, comments } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const excuses = (comments ?? []).filter(({ value }) => EXCUSE.test(value)).map(({ start }) => start!);
  const faults: TenantFault[] = [];
  let before = 0;
  for (const statement of program.body as unknown as Node[]) {
    for (const { text, start, line } of sqlIn(statement)) {
      const isExcused = excuses.some((at) => at >= before && at < start);
      if (isExcused || CONDITION.test(text)) continue;
      for (const { 1: table, index } of text.matchAll(WRITE))
        if (tables.has(table!)) faults.push({ line: line + linesIn(text.slice(0, index)), table: table! });
    }
    before = statement.end as number;
  }
  return faults;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The SQL of a node, with `?` for each value. */
function* sqlIn(node: Node): Generator<{ text: string; start: number; line: number }> {
  if (node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'sql') {
    const { start, loc, quasis } = node.quasi as Node;
    const texts = (quasis as Node[]).map(({ value }) => (value as { raw: string }).raw);
    yield { text: texts.join('?'), start, line: loc.start.line };
  }
  for (const value of Object.values(node))
    for (const child of [value].flat())
      if (typeof (child as Node | null)?.type === 'string') yield* sqlIn(child as Node);
}

if (import.meta.main) {
  for (const file of sourceFiles(STORES).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))) {
    const tables = tenantTablesIn(readFileSync(`services/${file.split('/')[1]}/schema.sql`, 'utf8'));
    for (const { line, table } of writesWithoutTenant(readFileSync(file, 'utf8'), tables)) {
      console.log(
        `${file}:${line}: ${table}: a write names the tenant, or a comment "// Tenant: …" says why it need not`,
      );
      process.exitCode = 1;
    }
  }
}
