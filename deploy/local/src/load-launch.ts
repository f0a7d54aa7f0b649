import { join } from 'node:path';
import { loadAll, type Env } from '@assay/kit/env';
import { checkParts } from './parts/configs.ts';
import { personPath } from './person-path.ts';
import { ASSAY_HOST, loadSettings, type LauncherSettings } from './settings.ts';

/** The folder of the product's packages. */
const ROOT = join(import.meta.dirname, '../../..');

/** The settings of a launch: its place, and the environment of its parts. */
export interface Launch {
  place: LauncherSettings;
  env: Env;
}

/** Reads the settings of the launcher and of every part. @throws ConfigError with the faults of all. */
export function loadLaunch(given: Env): Launch {
  // An empty setting counts as absent, and must not hide a value that is kept in the folder.
  const env = Object.fromEntries(
    Object.entries({ ...given, PATH: personPath(given, ROOT) }).filter(([, value]) => value),
  );
  const [place] = loadAll(
    () => loadSettings(env),
    () => checkParts({ host: env[ASSAY_HOST.name] ?? ASSAY_HOST.facts.default!, port: 0 }, env),
  );
  return { place, env };
}
