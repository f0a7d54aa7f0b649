import manifest from '../package.json' with { type: 'json' };
import { openBrowsers } from '@assay/browser/browsers';
import { IMAGE_BUILD_KIND } from '@assay/contract/areas/images/build-kind';
import { CATALOGUE_DRAFT_KIND, CATALOGUE_TRIAL_KIND } from '@assay/contract/areas/catalogue-labs/kinds';
import { JOURNEY_DRAFTS_KIND } from '@assay/contract/areas/journeys/drafting-kind';
import { SESSION_KIND } from '@assay/contract/areas/journey-runs/session-kind';
import { shareOfWork } from '@assay/work/runner/current-work';
import { openEgress } from '@assay/egress/egress';
import { resolveBySystem } from '@assay/egress/resolve';
import { operatorEgressSettings } from '@assay/egress/settings';
import { newId } from '@assay/kit/id';
import type { Logger } from '@assay/kit/log';
import type { RunningProcess } from '@assay/kit/start';
import { endAllCommands } from '@assay/mcp/stdio/process-group';
import { removeAbandonedSessions } from '@assay/mcp/stdio/session-folder';
import { withinTime, type WorkFunction } from '@assay/work/runner/within-time';
import { startWorkers, type RunnerKind, type SlotClass } from '@assay/work/runner/workers';
import type { AuthoringDeps } from './handlers/authoring/authoring-handler.ts';
import type { BrowserDeps } from './handlers/browser/browser-handler.ts';
import { LiveBrowsers } from './reach/browsers/live-browsers.ts';
import type { CatalogueTrialDeps } from './handlers/catalogue-trial/catalogue-trial-handler.ts';
import type { BuilderSettings } from './handlers/image-build/builder-settings.ts';
import type { Config } from './config.ts';
import { sessionConnector, openServerReach } from './reach/sessions/connect.ts';
import type { InspectDeps } from './handlers/inspect/inspect-handler.ts';
import type { ModelDeps } from './engine/models/job-model.ts';
import { ModelMeter } from './engine/models/meter.ts';
import { Models } from './engine/models/models.ts';
import { RunContexts } from './handlers/iteration/run-context.ts';
import { iterationHandler } from './handlers/iteration/iteration-handler.ts';
import { JourneyContexts } from './handlers/session/journey-contexts.ts';
import type { DraftJourneysDeps } from './handlers/draft-journeys/draft-journeys-handler.ts';
import { linkToPlatform } from './reach/platform/platform-link.ts';
import { RETRY_POLICY } from './engine/turns/ask-with-retries.ts';
import { SilentModels } from './engine/models/silent-models.ts';
import { RateLimits } from './engine/models/rate-limits.ts';
import { ChatContexts } from './handlers/turn/chat-contexts.ts';
import { turnHandler } from './handlers/turn/turn-handler.ts';

/** The time that settlements of model calls get after that, in milliseconds. */
const SETTLE_MS = 5_000;

/** Starts a runner. It needs only outbound connections: to the platform, to MCP servers and to model providers. */
export function startRunner(config: Config, log: Logger): RunningProcess {
  const [egress, ownEgress] = [
    openEgress(config.egress, resolveBySystem, shareOfWork),
    openEgress(operatorEgressSettings(config.egress)),
  ];
  const platform = linkToPlatform(config.platform, ownEgress, log);
  const { catalog, runs, suites, diagnostics, environments, swarms, key } = platform;
  const [contexts, chats, journeys] = [
    new RunContexts(platform, log),
    new ChatContexts(),
    new JourneyContexts(platform, log),
  ];
  const reach = openServerReach(platform, egress, config.stdio);
  const connect = sessionConnector(reach);
  const [models, meter] = [
    new Models(config.endpoints, { own: ownEgress, brought: egress }),
    new ModelMeter(catalog, log),
  ];
  const conversation = {
    models,
    meter,
    retryPolicy: RETRY_POLICY,
    limits: new RateLimits(),
    silentModels: new SilentModels(),
  };
  const browsers = config.browser && openBrowsers(config.browser, egress, log);
  const live = new LiveBrowsers();
  const runnerId = `${config.runnerName}/${newId('runner')}`;
  const workers = startWorkers<Owner>({
    kinds: {
      iteration: {
        owner: 'runs',
        slots: 'long',
        handle: iterationHandler({ contexts, connect, conversation, browsers, log }),
      },
      // Interactive: a person waits for the answer.
      turn: {
        owner: 'environments',
        slots: 'interactive',
        handle: turnHandler({ chats, platform, connect, live, conversation, log }),
      },
      ...(browsers && browserKinds({ browsers, live, key, log })),
      [SESSION_KIND]: {
        owner: 'swarms',
        slots: 'long',
        // The modules of grading that tell a useful answer are loaded with the first session.
        handle: async (inHand) =>
          (await import('./handlers/session/session-handler.ts')).sessionHandler({
            contexts: journeys,
            platform,
            connect,
            conversation,
            log,
          })(inHand),
      },
      ...jobKinds(config.builder, {
        platform,
        reach,
        browsers,
        catalog,
        connect,
        models,
        meter,
        model: config.authoringModel,
        keyEncryptionKey: key,
        conversation,
        log,
      }),
    },
    sources: { runs, suites, diagnostics, environments, swarms },
    slots: config.slots,
    runnerId,
    labels: config.labels,
    version: manifest.version,
    log,
  });
  if (config.stdio.allowedCommands.length > 0)
    removeAbandonedSessions().catch((error: unknown) =>
      log.warn({ err: error }, 'sessions of killed runners could not be removed'),
    );
  return {
    ended: platform.ended,
    stop: async () => {
      live.stop();
      await workers.stop(config.graceMs);
      await Promise.all([
        contexts.close(),
        chats.close(),
        journeys.close(),
        meter.close(SETTLE_MS),
        endAllCommands(),
        browsers?.close(),
      ]);
      platform.close();
    },
  };
}

type Owner = 'runs' | 'suites' | 'diagnostics' | 'environments' | 'swarms';

/** The kinds of a runner that has a browser. Their handlers are loaded with the first item. */
const browserKinds = (deps: BrowserDeps): Record<string, RunnerKind<Owner>> => ({
  browser: {
    owner: 'environments',
    slots: 'browser',
    handle: async (inHand) => (await import('./handlers/browser/browser-handler.ts')).browserHandler(deps)(inHand),
  },
  // Interactive: a person, or a program that drives the browser, waits for the outcome.
  'browser-command': {
    owner: 'environments',
    slots: 'interactive',
    handle: async (inHand) =>
      (await import('./handlers/browser-command/browser-command-handler.ts')).browserCommandHandler(deps)(inHand),
  },
});

/**
 * The kinds of work beside iterations and turns: the service that owns each kind, and its slot class. A handler, with the models'
 * SDK, is loaded with the first item of its kind.
 */
function jobKinds(
  builder: BuilderSettings | undefined,
  deps: AuthoringDeps & DraftJourneysDeps & ModelDeps & InspectDeps & CatalogueTrialDeps,
): Record<string, RunnerKind<Owner>> {
  const kind = (owner: Owner, slots: SlotClass, work: WorkFunction): RunnerKind<Owner> => ({
    owner,
    slots,
    handle: withinTime(work, deps.log),
  });
  const explain: WorkFunction = async (item, progress) =>
    (await import('./handlers/explain/explain-handler.ts')).explainHandler(deps)(item, progress);
  const judge: WorkFunction = async (item, progress) =>
    (await import('./handlers/judge/judge-handler.ts')).judgeHandler(deps)(item, progress);
  const draft: WorkFunction = async (item, progress) =>
    (await import('./handlers/authoring/authoring-handler.ts')).authoringHandler(deps)(item, progress);
  return {
    // Interactive: a person waits for the answer of the server.
    inspect: kind('diagnostics', 'interactive', async (item, progress) =>
      (await import('./handlers/inspect/inspect-handler.ts')).inspectHandler(deps)(item, progress),
    ),
    readiness: kind('diagnostics', 'background', async (item, progress) =>
      (await import('./handlers/readiness/readiness-handler.ts')).readinessHandler(deps)(item, progress),
    ),
    conformance: kind('diagnostics', 'background', async (item, progress) =>
      (await import('./handlers/conformance/conformance-handler.ts')).conformanceHandler(deps)(item, progress),
    ),
    authoring: kind('suites', 'background', draft),
    [CATALOGUE_DRAFT_KIND]: kind('runs', 'background', draft),
    [CATALOGUE_TRIAL_KIND]: {
      owner: 'runs',
      slots: 'background',
      handle: async (inHand) =>
        (await import('./handlers/catalogue-trial/catalogue-trial-handler.ts')).catalogueTrialHandler(deps)(inHand),
    },
    judge: kind('runs', 'background', judge),
    'judge-session': kind('swarms', 'background', judge),
    // Interactive: a person waits for the drafts.
    [JOURNEY_DRAFTS_KIND]: kind('swarms', 'interactive', async (item, progress) =>
      (await import('./handlers/draft-journeys/draft-journeys-handler.ts')).draftJourneysHandler(deps)(item, progress),
    ),
    explain: kind('runs', 'background', explain),
    'explain-study': kind('environments', 'background', explain),
    'explain-wave': kind('swarms', 'background', explain),
    ...(builder && {
      [IMAGE_BUILD_KIND]: kind('environments', 'background', async (item, progress) =>
        (await import('./handlers/image-build/image-build-handler.ts')).imageBuildHandler(builder)(item, progress),
      ),
    }),
  };
}
