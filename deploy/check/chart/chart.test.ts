import { glob } from 'node:fs/promises';

// A rendering costs a third of a second of processor time, so the modules share them, in the process of one test file.
for (const path of (await Array.fromAsync(glob('test/*.shared.ts', { cwd: import.meta.dirname }))).toSorted())
  await import(`./${path}`);
