/** Prints `src/gen`: the table of the operations, their documents and the type of the client. `npm run generate` calls it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '@assay/contract/operation';
import type { JsonSchema } from './json-schema.ts';
import { documents, sortedOperations } from './published.ts';
import { printMethod } from './print-client.ts';
import { entryOf } from './print-table.ts';
import { commentOf, printType } from './print-type.ts';

const NOTICE = '// Generated from the contract by `npm run generate`. Do not edit.\n';
const GEN = join(import.meta.dirname, '../src/gen');

const printEntry = (operation: Operation): string =>
  `export const ${operation.id}: OperationEntry = ${JSON.stringify(entryOf(operation))};`;

function printDocument(name: string, schema: JsonSchema): string {
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const type = printType(schema);
  return `${commentOf(schema)}${hasFields ? `export interface ${name} ${type}` : `export type ${name} = ${type};`}`;
}

const methods = sortedOperations.map(printMethod).join('\n');
const printed = Object.entries(documents).toSorted(([a], [b]) => (a < b ? -1 : 1));
const used = printed.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(methods));

const files = {
  'operations.ts': `import type { OperationEntry } from '../operation-entry.ts';\n\n${sortedOperations.map(printEntry).join('\n')}\n`,
  'documents.ts': `${printed.map(([name, schema]) => printDocument(name, schema)).join('\n\n')}\n`,
  'client.ts': `import type { Redirect } from '../answer.ts';
import type { Bytes, Call, Follow, FormFields, PagedCall } from '../methods.ts';
import type { OptionsWith, RequestOptions } from '../options.ts';
import type {
${used.map((name) => `  ${name},`).join('\n')}
} from './documents.ts';

/** A client of an installation: a method for every operation of the API, under the operation's id. */
export interface AssayClient {
${methods}
}
`,
};

await mkdir(GEN, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(join(GEN, name), NOTICE + text);
