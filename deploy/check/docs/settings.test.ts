import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressSetting, serviceNames } from '@assay/contract/services';
import { repositoryRoot } from '../step.ts';

const READ = /\b(?:text|int|flag|list|key|url|choice|secret|optional|optionalSecret|parsed)\('([A-Z][A-Z0-9_]+)'/g;

test('docs/settings.md explains every setting that a process reads', async () => {
  const sources = await Array.fromAsync(
    glob('{gateway,{packages,services,deploy}/*}/src/**/*.ts', { cwd: repositoryRoot, exclude: ['**/*.test.ts'] }),
  );
  const texts = await Promise.all(sources.map((path) => readFile(join(repositoryRoot, path), 'utf8')));
  const settings = new Set(texts.flatMap((text) => [...text.matchAll(READ)].map(([, name]) => name!)));
  expect(settings).toContain('DATABASE_URL');
  for (const name of serviceNames) settings.add(addressSetting(name)).add(`${name.toUpperCase()}_DATABASE_URL`);

  const documented = await readFile(join(repositoryRoot, 'docs/settings.md'), 'utf8');
  expect([...settings].filter((name) => !new RegExp(`\`${name}\``).test(documented))).toEqual([]);
});
