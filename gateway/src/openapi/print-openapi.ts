/** Writes openapi.json; `npm run generate` calls it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '@assay/contract/operations';
import { compactJson } from './compact-json.ts';
import { printOpenapi } from './openapi.ts';

writeFileSync(
  join(import.meta.dirname, '../../openapi.json'),
  `${compactJson(JSON.parse(JSON.stringify(printOpenapi(allOperations))))}\n`,
);
