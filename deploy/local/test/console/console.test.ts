import { glob } from 'node:fs/promises';
import { closeSharedConsole } from './support/shared-console.ts';

// The product and a browser cost more to start than most of these modules need, so they share both.
for (const path of (await Array.fromAsync(glob('*.shared.ts', { cwd: import.meta.dirname }))).toSorted())
  await import(`./${path}`);

// The last hook to run, after the hooks of the modules.
afterAll(closeSharedConsole);
