import { randomInt } from 'node:crypto';
import type { AuthoringTask } from '@assay/contract/areas/authoring/work';
import type { StartCatalogueLab } from '@assay/contract/areas/catalogue-labs/documents';
import { refuseFault } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { assertSameRequest, ownKey, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import type { Caller } from '@assay/kit/security/caller';
import { gzipJson } from '@assay/transcripts/gzip';
import { makeLab } from '../../actions/catalogue-labs/make-lab.ts';
import type { Deps } from '../../deps.ts';
import { builtInDistractors } from '../../domain/catalogue-labs/built-in-distractors.ts';
import {
  expectedToolFault,
  requestFault,
  shapeOf,
  sizeFault,
  trialsFault,
} from '../../domain/catalogue-labs/lab-request.ts';
import { NOTHING_LEFT_OUT, tasksOfCases, type LeftOutCases } from '../../domain/catalogue-labs/lab-tasks.ts';
import { labCatalogue, overrideFault, type LabCatalogue } from '../../domain/catalogue-labs/lab-tools.ts';
import {
  EMPTY_TALLY,
  trialsOf,
  type LabSpec,
  type StoredLab,
  type StoredTask,
} from '../../domain/catalogue-labs/lab.ts';
import { findLabByKey } from '../../store/catalogue-labs/labs.ts';
import { freezeSuite } from '../eval-runs/suites.ts';
import { grantLab } from './grant-lab.ts';
import { toolsOfOthers, toolsOfServer } from './lab-sources.ts';

/** A seed is below this number. */
const SEEDS = 2 ** 31;

/** A lab that a caller asks for. */
export interface LabRequest {
  projectId: string;
  serverId: string;
  idempotencyKey: string;
  body: StartCatalogueLab;
}

/** Starts a lab, or throws the Problem that refuses it. Every refusal comes before the first write. */
export async function startLab(
  deps: Deps,
  caller: Caller,
  { projectId, serverId, idempotencyKey, body: { idempotencyKey: keyInBody, ...body } }: LabRequest,
): Promise<{ lab: StoredLab; deduped: boolean }> {
  refuseFault(requestFault(body));
  const [key, requestHash] = [ownKey(idempotencyKey, keyInBody), hashOf({ serverId, ...body })];
  const earlier = key === undefined ? undefined : await findLabByKey(deps.pool, projectId, key);
  if (earlier) {
    assertSameRequest(earlier, { requestHash }, { labId: earlier.id });
    return { lab: earlier, deduped: true };
  }
  const suite = body.suiteId === undefined ? undefined : await freezeSuite(deps.suites, projectId, body.suiteId);
  const own = await toolsOfServer(deps, projectId, serverId);
  if (own.length === 0) throw new Problem('FEATURE_NOT_SUPPORTED', 'The server offers no tool to choose from.');
  const shape = shapeOf(body);
  refuseFault(overrideFault(shape.overrides, own));
  const names = new Set(own.map(({ name }) => String(name)));
  const { tasks, leftOut } = suite
    ? tasksOfSuite(suite.cases, names)
    : { tasks: body.tasks ?? [], leftOut: NOTHING_LEFT_OUT };
  refuseFault(expectedToolFault(tasks, names));
  refuseFault(trialsFault(shape, Math.max(tasks.length, 1)));
  const project = await toolsOfOthers(deps, projectId, serverId);
  const expected = new Set(tasks.map(({ expectedTool }) => expectedTool));
  const catalogue = labCatalogue({ own, project, builtIn: builtInDistractors() }, shape.overrides, expected);
  refuseFault(sizeFault(shape.sizes, catalogue.tools.length));
  const labId = newId('lab');
  const granted = await grantLab(deps, caller, { labId, projectId, model: body.model, maxCostUsd: body.maxCostUsd });
  const isDrafted = body.draftTasks !== undefined;
  const spec: LabSpec = {
    version: 1,
    name: body.name,
    model: granted.model,
    ...shape,
    seed: body.seed ?? randomInt(SEEDS),
    systemPrompt: body.systemPrompt,
    temperature: body.temperature,
    maxCostUsd: body.maxCostUsd,
    tasks: {
      source: suite ? 'suite' : isDrafted ? 'drafted' : 'given',
      count: body.draftTasks ?? tasks.length,
      ...given({ suiteId: body.suiteId }),
      leftOut,
    },
    catalogue: { toolsFrom: 'server', ...catalogue.facts },
  };
  const made = await makeLab(
    deps.pool,
    {
      id: labId,
      projectId,
      organizationId: caller.organizationId ?? '',
      serverId,
      runId: null,
      idempotencyKey: key ?? null,
      requestHash,
      status: isDrafted ? 'drafting' : 'running',
      spec,
      tasks,
      tools: await gzipJson(catalogue.tools),
      tally: EMPTY_TALLY,
      trials: trialsOf(spec, tasks.length),
      sealedAccess: granted.sealedAccess,
      keyId: caller.keyId ?? '',
    },
    isDrafted ? draftingTask(labId, caller, { serverId, count: body.draftTasks!, catalogue }) : undefined,
  );
  deps.work.wake();
  return made;
}

/** @throws FEATURE_NOT_SUPPORTED when no case makes a task. */
export function tasksOfSuite(
  cases: Parameters<typeof tasksOfCases>[0],
  names: ReadonlySet<string>,
): { tasks: StoredTask[]; leftOut: LeftOutCases } {
  const found = tasksOfCases(cases, names);
  if (found.tasks.length === 0)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      'No case makes a task: a case needs a prompt first, and then an assert step that expects a call of one tool of the server.',
      { leftOut: found.leftOut },
    );
  return found;
}

/** Has the model that drafts cases draft simple ones, of the declarations that the lab has. */
function draftingTask(
  labId: string,
  { organizationId = '', keyId = '' }: Caller,
  { serverId, count, catalogue }: { serverId: string; count: number; catalogue: LabCatalogue },
): Buffer {
  const tools = catalogue.tools.filter(({ from }) => from === 'server').map(({ declaration }) => ({ ...declaration }));
  const task: AuthoringTask = {
    version: 1,
    kind: 'generate',
    servers: [],
    inventory: [{ serverId, serverName: 'server', complete: true, tools }],
    organizationId,
    suiteId: '',
    runId: labId,
    keyId,
    caseMix: { simple: count, multiTool: 0, multiTurn: 0, complex: 0, negative: 0 },
    existingTitles: [],
  };
  return Buffer.from(JSON.stringify(task));
}
