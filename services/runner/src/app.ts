import { openEgress } from '@assay/egress/egress';
import { operatorEgressSettings } from '@assay/egress/settings';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import type { RunningProcess } from '@assay/kit/start';
import { endAllCommands } from '@assay/mcp/stdio/process-group';
import { removeAbandonedSessions } from '@assay/mcp/stdio/session-folder';
import { withinTime, type WorkFunction } from '@assay/work/runner/within-time';
import { startWorkers, type RunnerKind, type SlotClass } from '@assay/work/runner/workers';
import type { AuthoringDesk } from './authoring/authoring.ts';
import type { Config } from './config.ts';
import { connector, openReach } from './sessions/connect.ts';
import type { InspectionDesk } from './inspecting/inspecting.ts';
import type { ModelDesk } from './models/job-model.ts';
import { Meter } from './models/meter.ts';
import { Models } from './models/models.ts';
import { RunContexts } from './iterations/run-context.ts';
import { iterations } from './iterations/run-iteration.ts';
import { linkTo } from './platform/platform-link.ts';
import { PATIENCE } from './turn/persistent.ts';

/** The time that work in hand gets to finish when the runner is told to stop, in milliseconds. */
const GRACE_MS = 10_000;
/** The time that settlements of model calls get after that, in milliseconds. */
const SETTLE_MS = 5_000;

/** Starts a runner. It needs only outbound connections: to the platform, to MCP servers and to model providers. */
export function startRunner(config: Config, log: Logger): RunningProcess {
  const [egress, ownEgress] = [openEgress(config.egress), openEgress(operatorEgressSettings(config.egress))];
  const platform = linkTo(config.platform, ownEgress);
  const { catalog, runs, suites, diagnostics, key } = platform;
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
  const workers = startWorkers<Owner>({
    kinds: {
      iteration: { owner: 'runs', slots: 'long', handle: iterations(workshop) },
      ...jobKinds({
        platform,
        reach,
        catalog,
        connect,
        models,
        meter,
        model: config.authoringModel,
        keyEncryptionKey: key,
        log,
      }),
    },
    sources: { runs, suites, diagnostics },
    slots: config.slots,
    runnerId,
    labels: config.labels,
    log,
  });
  if (config.stdio.allowedCommands.length > 0)
    removeAbandonedSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'sessions of killed runners could not be removed'),
    );
  return {
    ended: platform.ended,
    stop: async () => {
      await workers.stop(GRACE_MS);
      await Promise.all([contexts.close(), meter.close(SETTLE_MS), endAllCommands()]);
      platform.close();
    },
  };
}

type Owner = 'runs' | 'suites' | 'diagnostics';

/**
 * The kinds of work beside iterations: the service that owns each kind, and its slot class. A handler, with the models'
 * SDK, is loaded with the first item of its kind.
 */
function jobKinds(desk: AuthoringDesk & ModelDesk & InspectionDesk): Record<string, RunnerKind<Owner>> {
  const kind = (owner: Owner, slots: SlotClass, work: WorkFunction): RunnerKind<Owner> => ({
    owner,
    slots,
    handle: withinTime(work, desk.log),
  });
  return {
    // Interactive: a person waits for the answer of the server.
    inspect: kind('diagnostics', 'interactive', async (item, progress) =>
      (await import('./inspecting/inspecting.ts')).inspecting(desk)(item, progress),
    ),
    readiness: kind('diagnostics', 'background', async (item, progress) =>
      (await import('./readiness/readiness.ts')).grading(desk)(item, progress),
    ),
    conformance: kind('diagnostics', 'background', async (item, progress) =>
      (await import('./conformance/conforming.ts')).conforming(desk)(item, progress),
    ),
    authoring: kind('suites', 'background', async (item, progress) =>
      (await import('./authoring/authoring.ts')).authoring(desk)(item, progress),
    ),
    judge: kind('runs', 'background', async (item, progress) =>
      (await import('./judging/judging.ts')).judging(desk)(item, progress),
    ),
    explain: kind('runs', 'background', async (item, progress) =>
      (await import('./explaining/explaining.ts')).explaining(desk)(item, progress),
    ),
  };
}
