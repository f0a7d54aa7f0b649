import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeReleaseData, restoreReleaseData, serveReleaseData } from './release-data.ts';

/*
 * `make <folder> <database>` fills an empty database, and writes the data of a release into its folder.
 * `restore <folder> <database>` makes an empty database what it was at the release.
 * `serve <folder> <database>` starts this code on that database. The checks of later releases run it from a copy of this
 * commit, so its arguments stay as they are.
 */
const [command, folder, databaseUrl] = process.argv.slice(2);
if (folder === undefined || databaseUrl === undefined)
  throw new Error('Use: make|restore|serve <folder> <database URL>');

const commands = {
  make: () => makeReleaseData(folder, databaseUrl),
  restore: async () => {
    const work = await mkdtemp(join(tmpdir(), 'assay-released-'));
    await restoreReleaseData(folder, databaseUrl, work).finally(() => rm(work, { recursive: true }));
  },
  serve: async () => {
    const lost = await serveReleaseData(folder, databaseUrl);
    for (const place of lost) console.error(`is not answered any more: ${place}`);
    if (lost.length > 0) process.exitCode = 1;
  },
};
const run = commands[command as keyof typeof commands];
if (run === undefined) throw new Error(`There is no command ${command}.`);
await run();
// A pool of a test helper may keep the process.
process.exit();
