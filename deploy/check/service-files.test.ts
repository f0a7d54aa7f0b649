import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceFiles } from './service-files.ts';
import { repositoryRoot } from './step.ts';

test.each(await serviceFiles())(
  '$path names the same services as packages/contract/src/services.ts',
  async ({ path, text }) => {
    // `npm run services` writes it.
    expect(await readFile(join(repositoryRoot, path), 'utf8')).toBe(text);
  },
);
