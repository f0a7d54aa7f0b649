import { dial } from '@assay/kit/client';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import type { Config } from './config.ts';
import { connector } from './connect.ts';
import { RunContexts } from './run-context.ts';
import { runIteration } from './run-iteration.ts';
import { Worker } from './worker.ts';

/** How long work in hand may take to finish once the runner was told to stop, in milliseconds. */
const GRACE_MS = 10_000;

/** Starts a runner: it needs nothing but outbound connections to runs, to catalog and to the MCP servers. */
export function startRunner(config: Config, log: Logger): { stop(): Promise<void> } {
  const work = dial(config.runsAddress, config.meshSecret, 'runner');
  const catalog = dial(config.catalogAddress, config.meshSecret, 'runner');
  const contexts = new RunContexts(catalog, log);
  const workshop = { contexts, connect: connector(config.keyEncryptionKey), log };
  const worker = new Worker({
    work, runnerId: `${config.runnerName}/${newId('runner')}`, slots: config.slots, labels: config.labels, log,
    execute: (held) => runIteration(held, workshop),
  });
  return {
    stop: async () => {
      await worker.stop(GRACE_MS);
      await contexts.close();
      work.close();
      catalog.close();
    },
  };
}
