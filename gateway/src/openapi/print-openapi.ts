/** Writes openapi.json; `npm run generate` calls it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@assay/contract/operations/index';
import { openapi } from './openapi.ts';

writeFileSync(join(import.meta.dirname, '../../openapi.json'), `${JSON.stringify(openapi(operations), null, 2)}\n`);
