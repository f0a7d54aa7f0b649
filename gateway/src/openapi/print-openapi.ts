/** Writes openapi.json; `npm run generate` calls it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@assay/contract/operations';
import { printOpenapi } from './openapi.ts';

writeFileSync(
  join(import.meta.dirname, '../../openapi.json'),
  `${JSON.stringify(printOpenapi(allOperations), null, 2)}\n`,
);
