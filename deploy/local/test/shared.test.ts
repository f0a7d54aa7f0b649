import { glob } from 'node:fs/promises';
import { stopSharedInstallation } from './support/shared-installation.ts';

// An installation costs more processor time to start and to keep running than most of these modules need, so they share one.
for (const path of (await Array.fromAsync(glob('**/*.shared.ts', { cwd: import.meta.dirname }))).toSorted())
  // The console's modules share an installation that serves it.
  if (!path.startsWith('console')) await import(`./${path}`);

// The last hook to run, after the hooks of the modules.
afterAll(stopSharedInstallation);
