import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { logLevel } from '@assay/kit/settings/process-settings';
import { isDiskFull } from '@assay/postgres/explain';
import { freePort } from '@assay/postgres/free-port';
import { removeAbandoned } from '@assay/postgres/remove-abandoned';
import { removePostgres } from '@assay/postgres/remove-postgres';
import { pino } from 'pino';
import { startInFolder } from '../start-in-folder.ts';
import { StartRefusal } from '../start-refusal.ts';
import { guardFolder } from './left-over-guard.ts';
import { templateFile } from './template-file.ts';
import { lackingSettings, temporarySettings } from './temporary-settings.ts';

/** Differs from the prefix of the folders of tests. */
const PREFIX = 'assay-temporary-';

export interface TemporaryOptions {
  /** The environment of the person. Settings of an installation in it have no effect; providers of models have. */
  env: Env;
  /** Models as `provider/name`. Those whose provider `env` sets up can be used. */
  models: string[];
  /**
   * The environment and the working folder of servers that are commands; undefined forbids such servers, which need a
   * process of their own.
   */
  commands?: { env: Record<string, string>; folder: string } | undefined;
  /** Whether `stop` leaves the data. */
  keep: boolean;
  /** An archive to make the database from, which `makeTemplate` of `@assay/postgres` wrote; by default `templateFile`, if it is there. */
  template?: string;
}

export interface TemporaryAssay {
  url: string;
  apiKey: string;
  projectId: string;
  /** The models of the options that cannot be used, each with the variables that would set up its provider, in words. */
  lacking: ReadonlyMap<string, string>;
  /** The data; removed at the end unless it is kept. */
  folder: string;
  /** Rejects when a required part ends by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the whole product in this process, on a free port of this machine, over data in a new folder that is removed by
 * `stop`. When this process dies, Postgres ends and the folder is removed, too. It writes nothing to standard output.
 * @throws an Error whose message tells people what to do, such as when the disk is full.
 */
export async function startTemporaryAssay({
  env,
  models,
  commands,
  keep,
  template = templateFile,
}: TemporaryOptions): Promise<TemporaryAssay> {
  const log = createLog('assay', logLevel(env, 'silent'), pino.destination({ fd: 2, sync: true }));
  // Left-overs are of processes that were killed together with their guard. Their removal delays nothing.
  const cleaned = removeAbandoned(PREFIX, log).catch(() => undefined);
  const folder = await makeFolder();
  const guard = guardFolder(folder, keep);
  const end = async () => {
    guard.dismiss();
    if (!keep) await removePostgres(folder, log);
    await cleaned;
  };
  const lacking = new Map(
    models.flatMap((model): [string, string][] => {
      const settings = lackingSettings(env, model);
      return settings === undefined ? [] : [[model, settings]];
    }),
  );
  const usable = models.filter((model) => !lacking.has(model) && !model.startsWith('scripted/'));
  try {
    const assay = await startInFolder(
      {
        host: '127.0.0.1',
        port: await freePort(),
        dataDir: folder,
        durable: false,
        template,
        commandEnv: commands?.env,
      },
      temporarySettings(env, usable, commands?.folder),
      log,
      () => undefined,
    );
    const { projectId, apiKey } = assay.first!;
    return {
      url: assay.url,
      apiKey: apiKey!,
      projectId,
      lacking,
      folder,
      ended: assay.ended,
      stop: () => assay.stop().finally(end),
    };
  } catch (error) {
    await end();
    throw isDiskFull(error) ? fullDisk(error) : error;
  }
}

const fullDisk = (cause: unknown): StartRefusal =>
  new StartRefusal(
    `The disk of ${tmpdir()} is full: a temporary Assay needs about 100 MB there. Make room, or set TMPDIR to a folder on another disk.`,
    { cause },
  );

async function makeFolder(): Promise<string> {
  try {
    return await realpath(await mkdtemp(join(tmpdir(), PREFIX)));
  } catch (error) {
    throw new StartRefusal(
      `The folder for temporary files, ${tmpdir()}, cannot be used (${(error as NodeJS.ErrnoException).code}). Set TMPDIR to a folder that can be written.`,
      { cause: error },
    );
  }
}
