import { busSchema, serviceSchemas } from '@assay/database/schemas';
import type { Installation } from '../support/installation.ts';

/** Every schema of an installation, as a list of SQL. */
const SCHEMAS = [...serviceSchemas, busSchema]
  .flatMap(({ name, guarded }) => [name, ...(guarded ? [guarded.schema] : [])])
  .map((name) => `'${name}'`)
  .join(', ');

/** Every column of an installation that contains one of some texts, as `schema.table|column`. */
export async function placesOf(sql: Installation['sql'], texts: string[]): Promise<string[]> {
  const columns = await sql<{ place: string; type: string }>(`
    select format('%I.%I|%I', table_schema, table_name, column_name) as place, data_type as type from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in (${SCHEMAS}) and table_type = 'BASE TABLE'
      and data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')`);
  const held: string[] = [];
  for (const { place, type } of columns) {
    const [table, column] = place.split('|') as [string, string];
    const isHolding = texts
      .map((text) =>
        type === 'bytea'
          ? `position(convert_to('${text}', 'UTF8') in ${column}) > 0`
          : `position('${text}' in ${column}::text) > 0`,
      )
      .join(' or ');
    if ((await sql(`select from ${table} where ${isHolding} limit 1`)).length > 0) held.push(place);
  }
  return held;
}
