import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { serviceSchemas } from '@assay/database/schemas';
import startTestPostgres from '@assay/testkit/global-setup';
import stopTestPostgres from '@assay/testkit/global-teardown';
import { renderSchemaFile, type SchemaFile } from './schema-file.ts';

/** Writes every service's schema.sql. With --check it only lists the stale ones, and fails if there are any. */
async function main(check: boolean): Promise<void> {
  for (const schema of serviceSchemas) {
    const file = await renderSchemaFile(schema);
    if (!(await isStale(file))) continue;
    const shown = relative(process.cwd(), file.path);
    if (check) process.exitCode = 1;
    else await writeFile(file.path, file.text);
    console.log(check ? `${shown} is stale: run npm run schema` : `wrote ${shown}`);
  }
}

const isStale = async ({ path, text }: SchemaFile): Promise<boolean> =>
  (await readFile(path, 'utf8').catch(() => undefined)) !== text;

await startTestPostgres();
try {
  await main(process.argv.includes('--check'));
} finally {
  await stopTestPostgres();
}
