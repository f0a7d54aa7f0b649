import { ProjectDeleted, RunFinished, ScheduleTickDue, SuiteDeleted } from '@assay/mesh/events';
import { openEgress } from '@assay/egress/egress';
import { operatorEgressSettings } from '@assay/egress/settings';
import { NOTIFIED, WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import { openBlobs } from '@assay/kit/blobs/settings';
import { on } from '@assay/kit/events/consumer';
import { blobCheck } from '@assay/kit/operator/blob-check';
import { openCursors } from '@assay/kit/requests/cursor';
import type { Logger } from '@assay/kit/log';
import type { RunningServer } from '@assay/kit/rpc/serve';
import { startService, withChecks } from '@assay/kit/service';
import { operatedParts } from '@assay/work/operator/operated-work';
import { startWork } from '@assay/work/service/start-work';
import { startArtifactRetention } from './background/artifact-retention.ts';
import type { Config } from './config.ts';
import { closeDeletedProject } from './events/project-deleted.ts';
import { countRun, queueTracePush, recordCassetteOfRun } from './events/run-finished.ts';
import { settleTick } from './events/schedule-tick-due.ts';
import { deleteRunsOfSuite } from './events/suite-deleted.ts';
import { FrozenRuns } from './store/eval-runs/frozen-runs.ts';
import { listRunStates } from './store/eval-runs/run-life.ts';
import { runsWork } from './flows/work/runs-work.ts';
import { ReachedServers } from './flows/eval-runs/reached-servers.ts';
import { RunFollowers } from './flows/eval-runs/run-followers.ts';
import { startRunsPurge } from './background/purging.ts';
import { startRetention } from './background/retention.ts';
import { runsImplementations } from './service.ts';
import { startTracePushing } from './background/trace-pushing.ts';
import { startSumming } from './background/summing.ts';
import { startWatchdog } from './background/watchdog.ts';

/** Starts the runs service. */
export function startRuns(config: Config, log: Logger): Promise<RunningServer> {
  return startService('runs', config, log, (pool, dial) => {
    const [work, followers] = [new WakeUp(NOTIFIED), new RunFollowers((runIds) => listRunStates(pool, runIds))];
    const [catalog, suites, diagnostics, environments, swarms] = [
      dial(config.catalogAddress),
      dial(config.suitesAddress),
      dial(config.diagnosticsAddress),
      dial(config.environmentsAddress),
      dial(config.swarmsAddress),
    ];
    const blobs = config.blobs && openBlobs(config.blobs);
    const { traces } = config.explaining;
    const deps = {
      pool,
      log,
      cursors: openCursors(config.meshSecret),
      meshSecret: config.meshSecret,
      catalog,
      suites,
      diagnostics,
      environments,
      swarms,
      reached: new ReachedServers(),
      frozen: new FrozenRuns(pool),
      work,
      followers,
      leaseMs: config.leaseMs,
      blobs,
      artifactQuota: config.artifactQuota,
      publicUrl: config.publicUrl,
      reportUrl: config.linksReports ? config.publicUrl : undefined,
      browserRunners: config.browserRunners,
      explaining: config.explaining,
    };
    const provider = runsWork(deps);
    return {
      implementations: runsImplementations(deps, provider),
      operated: withChecks(
        operatedParts(provider, config.localRunner !== undefined),
        ...(blobs ? [blobCheck(blobs)] : []),
      ),
      consumes: [
        on(ScheduleTickDue, settleTick(deps)),
        on(SuiteDeleted, deleteRunsOfSuite(pool)),
        on(ProjectDeleted, closeDeletedProject(pool)),
        on(RunFinished, recordCassetteOfRun),
        on(RunFinished, countRun),
        ...(traces ? [on(RunFinished, queueTracePush)] : []),
      ],
      background: [
        ...startWork(pool, provider, config.localRunner, log),
        followers,
        startWatchdog(pool, log),
        startSumming(pool, log),
        startRunsPurge(pool, log),
        startRetention(deps),
        ...(blobs ? [startArtifactRetention(pool, blobs, log)] : []),
        ...(traces
          ? [startTracePushing(pool, { ...traces, egress: openEgress(operatorEgressSettings(config.egress)) }, log)]
          : []),
      ],
    };
  });
}
