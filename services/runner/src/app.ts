import type { Job } from '@assay/contract/gen/assay/v1/jobs';
import { openEgress } from '@assay/egress/egress';
import { operatorsOwn } from '@assay/egress/settings';
import type { Channel } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import type { RunningProcess } from '@assay/kit/start';
import { endAllCommands } from '@assay/mcp/stdio/process-group';
import { sweepAbandoned } from '@assay/mcp/stdio/session-folder';
import type { AuthoringDesk } from './authoring/authoring.ts';
import type { Config } from './config.ts';
import { connector, openReach } from './sessions/connect.ts';
import type { InspectionDesk } from './inspecting/inspecting.ts';
import { JobWorker } from './jobs/job-worker.ts';
import type { JobKind, Progress } from './jobs/run-job.ts';
import type { ModelDesk } from './models/job-model.ts';
import { Meter } from './models/meter.ts';
import { Models } from './models/models.ts';
import { RunContexts } from './iterations/run-context.ts';
import { runIteration } from './iterations/run-iteration.ts';
import { linkTo } from './platform/platform-link.ts';
import { PATIENCE } from './turn/persistent.ts';
import { Worker } from './work/worker.ts';

/** How long work in hand may take to finish once the runner was told to stop, in milliseconds. */
const GRACE_MS = 10_000;
/** How long what calls of models used may take to be written down after that, in milliseconds. */
const SETTLE_MS = 5_000;

/** Starts a runner: it needs nothing but outbound connections to the platform, MCP servers and providers of models. */
export function startRunner(config: Config, log: Logger): RunningProcess {
  const [egress, ownEgress] = [openEgress(config.egress), openEgress(operatorsOwn(config.egress))];
  const platform = linkTo(config.platform, ownEgress);
  const { work, catalog, key } = platform;
  const contexts = new RunContexts(platform, log);
  const reach = openReach(platform, egress, config.stdio);
  const connect = connector(reach);
  const [models, meter] = [new Models(config.endpoints, { own: ownEgress, brought: egress }), new Meter(catalog, log)];
  const workshop = {
    contexts,
    connect,
    speakers: { models, meter, patience: PATIENCE },
    log,
  };
  const runnerId = `${config.runnerName}/${newId('runner')}`;
  const worker = new Worker({
    work,
    runnerId,
    slots: config.slots,
    labels: config.labels,
    log,
    execute: (held) => runIteration(held, workshop),
  });
  const kinds = jobKinds({
    platform,
    reach,
    catalog,
    connect,
    models,
    meter,
    model: config.authoringModel,
    keyEncryptionKey: key,
    log,
  });
  const working = (service: Channel, slots: number, only: Record<string, JobKind>) =>
    new JobWorker({
      service,
      runnerId,
      slots,
      kinds: only,
      labels: config.labels,
      log,
    });
  // Questions to servers are many and short, and people wait for the answers: they do not queue behind long jobs.
  const { inspect, ...long } = kinds;
  const jobWorkers = platform.jobOwners.flatMap((service) =>
    service === platform.diagnostics
      ? [working(service, config.slots, { inspect }), working(service, config.jobSlots, long)]
      : [working(service, config.jobSlots, kinds)],
  );
  if (config.stdio.allowedCommands.length > 0)
    sweepAbandoned().catch((error: unknown) => log.warn({ err: error }, 'what killed runners left was not swept away'));
  return {
    ended: platform.ended,
    stop: async () => {
      await Promise.all([worker, ...jobWorkers].map((each) => each.stop(GRACE_MS)));
      await Promise.all([contexts.close(), meter.close(SETTLE_MS), endAllCommands()]);
      platform.close();
    },
  };
}

/** What this runner does by the kind of the job. Its rules and the models' SDK are loaded with the first job. */
const jobKinds = (desk: AuthoringDesk & ModelDesk & InspectionDesk) =>
  ({
    authoring: async (job: Job, progress: Progress) =>
      (await import('./authoring/authoring.ts')).authoring(desk)(job, progress),
    judge: async (job: Job, progress: Progress) => (await import('./judging/judging.ts')).judging(desk)(job, progress),
    inspect: async (job: Job, progress: Progress) =>
      (await import('./inspecting/inspecting.ts')).inspecting(desk)(job, progress),
    readiness: async (job: Job, progress: Progress) =>
      (await import('./readiness/readiness.ts')).grading(desk)(job, progress),
    conformance: async (job: Job, progress: Progress) =>
      (await import('./conformance/conforming.ts')).conforming(desk)(job, progress),
    explain: async (job: Job, progress: Progress) =>
      (await import('./explaining/explaining.ts')).explaining(desk)(job, progress),
  }) satisfies Record<string, JobKind>;
