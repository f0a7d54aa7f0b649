import type { AuthoringProposal, AuthoringTask } from '@assay/contract/areas/authoring/work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Logger } from '@assay/kit/log';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import type { DraftingResult } from '../../domain/authoring/drafting-result.ts';
import { generateByRules } from '../../domain/authoring/rules-generation.ts';
import { importByRules } from '../../domain/authoring/rules-import.ts';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import { NotForUs, type WorkFunction, type WorkProgress } from '@assay/work/runner/within-time';
import type { ModelMeter } from '../../engine/models/meter.ts';
import type { Models } from '../../engine/models/models.ts';
import { NO_CREDENTIALS } from '../../reach/platform/own-credentials.ts';
import { savedServers } from '../../reach/platform/saved-servers.ts';
import { traceparentFor } from '../../reach/recording/trace-context.ts';
import { readInventory, type ReadServer } from './read-inventory.ts';

/** Names the method that drafted a case; changes when the same input would give other cases. */
const EXTRACTOR_VERSION = 'assay-drafting/2';

export interface AuthoringDeps {
  catalog: Channel;
  connect: ConnectSession;
  models: Models;
  meter: ModelMeter;
  /** The model that drafts, `provider/name`, or `scripted/rules`. */
  model: string;
  log: Logger;
}

/**
 * Handles work items of kind `authoring`: drafts cases from the surfaces of servers or from a document, grounded in the
 * servers' tools.
 */
export const authoringHandler =
  (deps: AuthoringDeps): WorkFunction =>
  async (job, progress) => {
    const { signal, phase } = progress;
    phase('prepare');
    const task = JSON.parse(job.task.toString()) as AuthoringTask;
    if ((task.version as number) !== 1) throw new NotForUs();
    const draft = await drafterOf(deps, job, task);
    const read = task.inventory?.map(unlisted) ?? (await serversOf(deps, job, task, signal));
    const inventory = read.map((server) => server.inventory);
    if (task.kind === 'generate' && inventory.every(({ tools }) => tools.length === 0))
      throw new Problem('FEATURE_NOT_SUPPORTED', 'The servers offer no tool to draft cases from.');
    const { cases, warnings } = await draft(task, read, progress);
    phase('publish');
    const proposal: AuthoringProposal = {
      version: 1,
      generationModel: deps.model,
      extractorVersion: EXTRACTOR_VERSION,
      inventory,
      cases,
      warnings,
    };
    return Buffer.from(JSON.stringify(proposal));
  };

/** A server whose tools an earlier task has read. */
const unlisted = (inventory: ServerInventory): ReadServer => ({ inventory, listed: [] });

async function serversOf(
  { catalog, connect, model, log }: AuthoringDeps,
  { projectId, traceparent }: WorkItem,
  task: AuthoringTask,
  signal: AbortSignal,
): Promise<ReadServer[]> {
  const wanted = { projectId, servers: task.servers };
  const servers = await savedServers({ catalog, own: NO_CREDENTIALS }, wanted, signal, log);
  const asksLists = model === MODEL_ID && task.kind === 'generate';
  return readInventory(servers, connect, traceparentFor(traceparent), { signal, asksLists });
}

type Drafter = (task: AuthoringTask, read: ReadServer[], progress: WorkProgress) => Promise<DraftingResult>;

/** Picks how this runner drafts; throws at once when the requested model is not available. */
async function drafterOf(
  { model: id, models, meter, log }: AuthoringDeps,
  { id: jobId, fence, projectId }: WorkItem,
  { organizationId, suiteId = '', runId = '', keyId = '' }: AuthoringTask,
): Promise<Drafter> {
  if (id === MODEL_ID) return byRules;
  const named = await models.languageModel(id);
  // A task of an older version does not name the organization that pays for it.
  const model = organizationId
    ? meter.meter(
        named,
        {
          organizationId,
          projectId,
          suiteId,
          runId,
          keyId,
          purpose: 'authoring',
        },
        `${jobId}.${fence}`,
      )
    : named;
  // The SDK is loaded together with this module.
  const { draftWithModel } = await import('./draft-with-model.ts');
  return (task, read, progress) =>
    draftWithModel(
      model,
      task,
      read.map(({ inventory }) => inventory),
      progress,
      log,
    );
}

const byRules: Drafter = async (task, read, { phase }) => {
  phase('draft');
  const inventory = read.map((server) => server.inventory);
  if (task.kind !== 'generate') return importByRules(task.content ?? '', inventory);
  const listed = new Map(read.map(({ inventory: { serverId }, listed: values }) => [serverId, values]));
  return generateByRules(task, inventory, listed);
};
