import { join } from 'node:path';
import type { DatabaseSchema } from '@assay/database/schemas';
import { testDatabase } from '@assay/testkit/database/database';
import { printSchema } from './print-schema.ts';

export interface SchemaFile {
  path: string;
  text: string;
}

/** The content of a service's schema.sql: the result of all its migrations, printed from a fresh database. */
export async function renderSchemaFile({ name, migrations, guarded }: DatabaseSchema): Promise<SchemaFile> {
  const database = await testDatabase({ folders: [...migrations, ...(guarded?.migrations ?? [])] });
  try {
    const text = `-- The result of all migrations, written by \`npm run schema\`.\n\n${await printSchema(database.pool)}`;
    return { path: join(import.meta.dirname, '../../../services', name, 'schema.sql'), text };
  } finally {
    await database.drop();
  }
}
