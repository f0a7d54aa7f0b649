import type { JourneyDraftsOutcome, JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { given } from '@assay/contract/given';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Problem, unavailable } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { redactDocument } from '@assay/kit/security/redact';
import { NotForUs, type WorkFunction, type WorkProgress } from '@assay/work/runner/within-time';
import { DraftCollection } from '../../domain/journeys/draft-collection.ts';
import { draftByRules } from '../../domain/journeys/rules-drafts.ts';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import type { ModelMeter } from '../../engine/models/meter.ts';
import type { Models } from '../../engine/models/models.ts';
import type { PlatformLink } from '../../reach/platform/platform-link.ts';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import { serversOfSpec } from '../../reach/platform/servers-of-spec.ts';
import { ServerSessions, type SessionContext } from '../../reach/sessions/sessions.ts';
import { DRAFT_CHECKS } from './draft-checks.ts';
import { traceparentFor } from '../../reach/recording/trace-context.ts';

export interface DraftJourneysDeps {
  platform: Pick<PlatformLink, 'catalog' | 'key' | 'own'>;
  connect: ConnectSession;
  models: Models;
  meter: ModelMeter;
  /** The model that drafts, `provider/name`, or `scripted/rules`. */
  model: string;
  log: Logger;
}

/**
 * Handles work items of kind `draft-journeys`: drafts personas and journeys from the tools of servers. A caller waits for
 * the outcome, so a Problem is one, too.
 */
export const draftJourneysHandler =
  (deps: DraftJourneysDeps): WorkFunction =>
  async (item, progress) => {
    const task = JSON.parse(item.task.toString()) as JourneyDraftsTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    const outcome = await drafted(deps, item, task, progress).catch(refusal);
    return Buffer.from(JSON.stringify(outcome));
  };

async function drafted(
  deps: DraftJourneysDeps,
  item: WorkItem,
  task: JourneyDraftsTask,
  progress: WorkProgress,
): Promise<JourneyDraftsOutcome> {
  const draft = await drafterOf(deps, item, task);
  progress.phase('prepare');
  const inventory = await inventoryOf(deps, item, task, progress.signal);
  const drafts = new DraftCollection(task, DRAFT_CHECKS);
  const warnings = inventory.some(({ tools }) => tools.length > 0)
    ? await draft(task, inventory, drafts, progress)
    : [];
  if (drafts.isEmpty)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      ['The servers offer no tool that drafts can be made from.', ...warnings].join(' '),
    );
  const { personas, journeys } = drafts;
  return {
    version: 1,
    drafts: { personas, journeys, generationModel: deps.model, warnings: [...warnings, ...drafts.shortfall()] },
  };
}

type Drafter = (
  task: JourneyDraftsTask,
  inventory: ServerInventory[],
  drafts: DraftCollection,
  progress: WorkProgress,
) => Promise<string[]>;

/** Picks how this runner drafts; throws at once when the model is not available. */
async function drafterOf(
  { model: id, models, meter, log }: DraftJourneysDeps,
  { id: itemId, fence }: WorkItem,
  { account }: JourneyDraftsTask,
): Promise<Drafter> {
  if (id === MODEL_ID) return async (task, inventory, drafts) => draftByRules(task, inventory, drafts);
  const paidBy = { ...account, suiteId: '', runId: '', purpose: 'authoring' as const };
  const named = await models.languageModel(id).catch((error: unknown) => {
    throw error instanceof Problem ? unusableModel(error) : error;
  });
  const model = meter.meter(named, paidBy, `${itemId}.${fence}`);
  // The SDK is loaded together with this module.
  const { draftJourneysWithModel } = await import('./draft-journeys-with-model.ts');
  return (task, inventory, drafts, progress) =>
    draftJourneysWithModel(model, task, inventory, drafts, { progress, log }).catch((error: unknown) => {
      throw error instanceof Problem ? modelFailure(error) : error;
    });
}

const unusableModel = ({ message }: Problem): Problem =>
  new Problem(
    'FEATURE_NOT_SUPPORTED',
    `${message} The operator of this installation chooses the model that drafts with AUTHORING_MODEL.`,
  );

/** The failures of a model that tell a caller what to do. */
const PLAIN = new Set<string>(['RATE_LIMITED', 'TIMEOUT', 'INTERNAL_ERROR']);

/** Any other failure, such as a key that the provider refuses, is none of the caller's. */
const modelFailure = (error: Problem): Problem =>
  PLAIN.has(error.code) ? error : unavailable(error.message, { reason: error.code });

/** The tools that a session with these servers has; a server that is optional may be away. */
async function inventoryOf(
  { platform, connect, log }: DraftJourneysDeps,
  { projectId, traceparent }: WorkItem,
  { spec }: JourneyDraftsTask,
  signal: AbortSignal,
): Promise<ServerInventory[]> {
  const context: SessionContext = {
    spec,
    servers: () => serversOfSpec(platform, spec, projectId, signal, log),
    inventory: undefined,
    shared: undefined,
  };
  const sessions = new ServerSessions(context, { connect, traceparent: traceparentFor(traceparent), signal });
  try {
    return await sessions.inventory();
  } catch (error) {
    throw error instanceof IterationFailure ? error.cause : error;
  } finally {
    await sessions.close();
  }
}

/** A Problem of a server or a model is an outcome; an error of ours stays an error. */
function refusal(error: unknown): JourneyDraftsOutcome {
  if (!(error instanceof Problem)) throw error;
  const { code, message, details, retryAfter } = error;
  return {
    version: 1,
    problem: redactDocument({
      code,
      message,
      ...given({ details, retryAfter }),
    }),
  };
}
