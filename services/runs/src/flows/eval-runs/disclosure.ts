import type { Static } from 'typebox';
import type { ModelPage } from '@assay/contract/areas/model-providers/model';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { EvalRunDisclosure } from '@assay/contract/areas/eval-runs/disclosure';
import { DirectoryService, type GrantedModels, type SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Deps } from '../../deps.ts';
import { extentOf, sentToModels } from '../../domain/eval-runs/disclosure.ts';
import { selectCases } from '../../domain/eval-runs/launch.ts';
import { modelsAskedFor, planIterations } from '../../domain/eval-runs/plan.ts';
import { selectServers } from '../../domain/eval-runs/selection.ts';
import { grantModels } from './grants.ts';
import { judgesAskedFor } from './plan-launch.ts';
import { findTakenSlots } from '../../store/eval-runs/runs.ts';
import { freezeSuite } from './suites.ts';

interface Asker {
  projectId: string;
  organizationId: string;
  keyId: string | undefined;
}

/** Says what a launch would do, without a connection or a write. */
export async function discloseLaunch(
  { pool, catalog, suites }: Deps,
  asker: Asker,
  suiteId: string,
  body: CreateEvalRun,
): Promise<EvalRunDisclosure> {
  const { projectId, organizationId } = asker;
  const suite = await freezeSuite(suites, projectId, suiteId);
  const serverIds = selectServers(body, suite.serverIds);
  const cases = selectCases(suite.cases, body.caseIds);
  const [judge] = judgesAskedFor(suite.judge);
  const settings = { override: undefined, suiteModel: suite.model };
  const [{ servers, maxConcurrentRuns }, granted, hosted, { open }] = await Promise.all([
    catalog.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds }),
    grantModels(catalog, {
      ...asker,
      suiteId,
      runId: '',
      models: [...new Set([...modelsAskedFor(cases, settings), ...(judge === undefined ? [] : [judge])])],
      keys: undefined,
    }),
    callOperation(catalog, operations.listModels, {}, {}),
    findTakenSlots(pool, asker, undefined),
  ]);
  const resolve = (asked: string) => granted.grants.find((grant) => grant.asked === asked)?.id || asked;
  const { iterations } = planIterations(cases, { ...settings, resolve, stopsEarly: false });
  return {
    suiteId,
    suiteName: suite.name,
    servers: servers.map(serverRecord),
    models: modelRecords(granted, hosted),
    ...extentOf(cases, iterations, judge),
    sentToModels: sentToModels(cases, servers, suite.systemPrompt, judge),
    openRuns: { open, limit: maxConcurrentRuns },
    exhaustedBudget: budgetRecord(granted),
  };
}

const serverRecord = ({ id, name, transport, url }: SavedServer): EvalRunDisclosure['servers'][number] => ({
  id,
  name,
  transport,
  host: URL.parse(url)?.host ?? null,
});

const modelRecords = ({ grants }: GrantedModels, { items }: Static<typeof ModelPage>): EvalRunDisclosure['models'] =>
  grants.map(({ asked: model, id, source, fault }) => {
    const pricing = items.find((each) => each.id === id)?.pricing;
    return {
      model,
      id: id || null,
      source: (source || null) as 'hosted' | 'organization' | null,
      ...(fault && { fault }),
      ...(pricing && { pricing }),
    };
  });

function budgetRecord({ refusal }: GrantedModels): EvalRunDisclosure['exhaustedBudget'] {
  if (!refusal) return null;
  const { budgetId, scope, message, resetsAtMs } = refusal;
  return {
    budgetId,
    scope,
    message,
    resetsAt: resetsAtMs || null,
  };
}
