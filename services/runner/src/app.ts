import { dial, type Channel } from '@assay/kit/client';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import type { Config } from './config.ts';
import { connector, type Connect } from './connect.ts';
import { JobWorker } from './jobs/job-worker.ts';
import type { JobKind } from './jobs/run-job.ts';
import { Models } from './models/models.ts';
import { RunContexts } from './run-context.ts';
import { runIteration } from './run-iteration.ts';
import { Worker } from './worker.ts';

/** How long work in hand may take to finish once the runner was told to stop, in milliseconds. */
const GRACE_MS = 10_000;

/** Starts a runner: it needs nothing but outbound connections to services, MCP servers and providers of models. */
export function startRunner(config: Config, log: Logger): { stop(): Promise<void> } {
  const dialed = (address: string) => dial(address, config.meshSecret, 'runner');
  const [work, catalog] = [dialed(config.runsAddress), dialed(config.catalogAddress)];
  const contexts = new RunContexts(catalog, log);
  const connect = connector(config.keyEncryptionKey);
  const workshop = { contexts, connect, log };
  const runnerId = `${config.runnerName}/${newId('runner')}`;
  const worker = new Worker({
    work, runnerId, slots: config.slots, labels: config.labels, log,
    execute: (held) => runIteration(held, workshop),
  });
  const kinds = jobKinds(config, catalog, connect, log);
  const services = config.suitesAddress === undefined ? [] : [dialed(config.suitesAddress)];
  const jobWorkers = services.map((service) => new JobWorker({ service, runnerId, slots: config.jobSlots, kinds, log }));
  return {
    stop: async () => {
      await Promise.all([worker, ...jobWorkers].map((each) => each.stop(GRACE_MS)));
      await contexts.close();
      for (const channel of [work, catalog, ...services]) channel.close();
    },
  };
}

/** What this runner does by the kind of the job. Its rules and the models' SDK are loaded with the first job. */
function jobKinds({ endpoints, authoringModel: model }: Config, catalog: Channel, connect: Connect, log: Logger): Record<string, JobKind> {
  const models = new Models(endpoints);
  return {
    authoring: async (job, progress) => {
      const { authoring } = await import('./authoring/authoring.ts');
      return authoring({ catalog, connect, models, model, log })(job, progress);
    },
  };
}
