/** Writes the reference of commands into docs/cli.md; `npm run generate` calls it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandReference, withReference } from './command-reference.ts';

const page = join(import.meta.dirname, '../../../docs/cli.md');
writeFileSync(page, withReference(readFileSync(page, 'utf8'), await commandReference()));
