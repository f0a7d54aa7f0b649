import { runDeadLetters } from '@assay/database/dead-letters';
import { busSchema } from '@assay/database/schemas';
import { readState } from '@assay/postgres/state';
import { readInstallation } from './data-folder.ts';
import { loadSettings } from './settings.ts';

/** `npm run dead-letters`, while `npm start` runs on the same data folder. */
const { dataDir } = loadSettings(process.env);
const [installation, state] = [await readInstallation(dataDir), await readState(dataDir)];
if (!installation || !state?.port) {
  console.error(`${dataDir} holds no installation that was started.`);
  process.exitCode = 1;
} else {
  const { name } = busSchema;
  const url = `postgres://${name}:${installation.passwords[name]}@127.0.0.1:${state.port}/postgres`;
  await runDeadLetters(url, process.argv.slice(2), console.log);
}
