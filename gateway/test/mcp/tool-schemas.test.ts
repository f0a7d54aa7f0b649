import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@assay/contract/operations';
import { platformTools } from '../../src/mcp/platform-tools.ts';
import { toolTable } from '../../src/mcp/tool-table.ts';

type Schema = Record<string, unknown>;

const operations = Object.values(allOperations);
const tools = platformTools(operations, false);

/** Every schema within a schema, itself included, by its place. */
function* schemasIn(schema: Schema, place: string): Generator<[string, Schema]> {
  yield [place, schema];
  for (const keyword of ['items', 'additionalProperties', 'propertyNames', 'contains'])
    if (typeof schema[keyword] === 'object') yield* schemasIn(schema[keyword] as Schema, `${place}/${keyword}`);
  for (const keyword of ['anyOf', 'allOf', 'prefixItems'])
    for (const [i, part] of ((schema[keyword] ?? []) as Schema[]).entries())
      yield* schemasIn(part, `${place}/${keyword}/${i}`);
  for (const keyword of ['properties', 'patternProperties'])
    for (const [name, part] of Object.entries((schema[keyword] ?? {}) as Record<string, Schema>))
      yield* schemasIn(part, `${place}/${keyword}/${name}`);
}

test.each(tools.map((tool) => [tool.name, tool] as const))('every schema of the tool %s tells one type', (_, tool) => {
  const faulty = [...schemasIn(tool.inputSchema, 'input'), ...schemasIn(tool.outputSchema, 'output')].filter(
    ([place, { type, anyOf, allOf }]) =>
      !place.endsWith('/propertyNames') && typeof type !== 'string' && !(type === undefined && (anyOf || allOf)),
  );
  expect(faulty.map(([place]) => place)).toEqual([]);
});

test('docs/mcp.md lists every tool as it is printed (npm run generate)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8');
  expect(page).toContain(toolTable(operations));
  for (const { name } of tools) expect(page).toContain(`| \`${name}\` |`);
});
