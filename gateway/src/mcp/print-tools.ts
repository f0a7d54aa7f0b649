/** Writes the table of tools into docs/mcp.md; `npm run generate` calls it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@assay/contract/operations';
import { toolTable, withToolTable } from './tool-table.ts';

const page = join(import.meta.dirname, '../../../docs/mcp.md');
writeFileSync(page, withToolTable(readFileSync(page, 'utf8'), toolTable(Object.values(allOperations))));
