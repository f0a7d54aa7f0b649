import { randomInt } from 'node:crypto';
import type { CreateDescriptionExperiment } from '@assay/contract/areas/catalogue-labs/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { faultProblem, refuseFault } from '@assay/contract/fault';
import { notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { requestHash } from '@assay/kit/requests/idempotency';
import type { Caller } from '@assay/kit/security/caller';
import { gzipJson, unzipJson } from '@assay/transcripts/gzip';
import { openContents } from '@assay/transcripts/opened-parts';
import { makeLab } from '../../actions/catalogue-labs/make-lab.ts';
import type { Deps } from '../../deps.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { trialsFault } from '../../domain/catalogue-labs/lab-request.ts';
import { labCatalogue, overrideFault } from '../../domain/catalogue-labs/lab-tools.ts';
import { toolsOnWire } from '../../domain/catalogue-labs/tools-on-wire.ts';
import { EMPTY_TALLY, trialsOf, type LabSpec, type StoredLab } from '../../domain/catalogue-labs/lab.ts';
import { listRunCases } from '../../store/eval-runs/cases.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { listTranscripts } from '../../store/iterations/recordings.ts';
import { listFirstParts } from '../../store/iterations/traces.ts';
import { toolsOfServer } from './lab-sources.ts';
import { tasksOfSuite } from './start-lab.ts';

const SEEDS = 2 ** 31;
/** At most this many tools are offered. */
const MAX_OFFERED = 250;
/** At most this many cases of the run are looked at. */
const MAX_CASES = 1_000;
/** At most this many transcripts are searched for the tools that a run recorded. */
const SEARCHED = 20;
/** At most this much of the traces is searched: a part may be large, and servers are asked for their tools first. */
const SEARCHED_TRACES = { iterations: 5, parts: 3 };

/** Drafts an experiment on the cases and the tools of a run; nothing is spent. */
export async function createExperiment(
  deps: Deps,
  caller: Caller,
  { projectId, runId, body }: { projectId: string; runId: string; body: CreateDescriptionExperiment },
): Promise<StoredLab> {
  const run = await findRun(deps.pool, projectId, runId);
  if (!run) throw notFound('run');
  const model = body.model ?? run.effectiveModel;
  if (model === null)
    throw faultProblem({ path: '/model', message: 'is missing: the run has no model, or several, so name one' });
  const { own, toolsFrom } = await toolsOfRun(deps, run);
  if (own.length === 0) throw new Problem('FEATURE_NOT_SUPPORTED', 'The servers of the run offer no tool.');
  refuseFault(overrideFault(body.overrides, own));
  const names = new Set(own.map(({ name }) => String(name)));
  const { tasks, leftOut } = tasksOfSuite(await listRunCases(deps.pool, runId, MAX_CASES), names);
  const expected = new Set(tasks.map(({ expectedTool }) => expectedTool));
  const { tools, facts } = labCatalogue({ own, project: [], builtIn: [] }, body.overrides, expected);
  const { overrides, repetitions = 1, name, seed = randomInt(SEEDS), maxCostUsd } = body;
  const { systemPrompt = '', temperature } = run.spec.clientConfig ?? {};
  const spec: LabSpec = {
    version: 1,
    name,
    model,
    sizes: [Math.min(tools.length, MAX_OFFERED)],
    repetitions,
    seed,
    overrides,
    systemPrompt: systemPrompt === '' ? undefined : systemPrompt,
    temperature,
    maxCostUsd,
    tasks: { source: 'run', count: tasks.length, suiteId: run.suiteId, leftOut },
    catalogue: { toolsFrom, ...facts },
  };
  refuseFault(trialsFault(spec, tasks.length));
  const { lab } = await makeLab(
    deps.pool,
    {
      id: newId('lab'),
      projectId,
      organizationId: caller.organizationId ?? '',
      serverId: null,
      runId,
      idempotencyKey: null,
      requestHash: requestHash(body),
      status: 'draft',
      spec,
      tasks,
      tools: await gzipJson(tools),
      tally: EMPTY_TALLY,
      trials: trialsOf(spec, tasks.length),
      sealedAccess: null,
      keyId: caller.keyId ?? '',
    },
    undefined,
  );
  return lab;
}

/** The tools that a run recorded in a transcript or a trace, or else the tools that its saved servers declare now. */
async function toolsOfRun(
  deps: Deps,
  { id, projectId, spec }: Run,
): Promise<{ own: Record<string, unknown>[]; toolsFrom: LabSpec['catalogue']['toolsFrom'] }> {
  for (const { transcript } of await listTranscripts(deps.pool, id, -1, SEARCHED)) {
    const { inventory } = await unzipJson<Transcript>(transcript);
    if (inventory) return { own: inventory.flatMap(({ tools }) => tools), toolsFrom: 'run' };
  }
  for (const parts of await listFirstParts(deps.pool, id, SEARCHED_TRACES)) {
    const own = toolsOnWire((await openContents(parts)).flatMap(({ wire }) => wire));
    if (own) return { own, toolsFrom: 'run' };
  }
  const saved = spec.servers.filter(({ pluginVersionId }) => pluginVersionId === undefined);
  const declared = await Promise.all(saved.map((server) => toolsOfServer(deps, projectId, server.id)));
  return { own: declared.flat(), toolsFrom: 'server' };
}
