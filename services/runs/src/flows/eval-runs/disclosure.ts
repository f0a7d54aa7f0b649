import type { Pricing } from '@assay/contract/areas/model-providers/model';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { BundleServer, ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { EvalRunDisclosure } from '@assay/contract/areas/eval-runs/disclosure';
import { given } from '@assay/contract/given';
import type { GrantedModels, ModelGrant, ModelPrice, SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { savedServerIdsOf } from '@assay/launching/launch-servers';
import { grantedModelId } from '@assay/launching/usable-model';
import type { Deps } from '../../deps.ts';
import { disclosedTogether, extentOf, sentToModels } from '../../domain/eval-runs/disclosure.ts';
import { gapsOf, gapsRecord } from '../../domain/eval-runs/grading-gaps.ts';
import { leftOutRecord, splitByImport } from '../../domain/eval-runs/import-claims.ts';
import { selectCases } from '../../domain/eval-runs/launch.ts';
import { modelsAskedFor, planIterations, type PlannedIteration } from '../../domain/eval-runs/plan.ts';
import { turnSettingsOf } from '../../domain/run-targets/run-bundle.ts';
import { selectTarget } from '../../domain/run-targets/run-target.ts';
import type { SuiteSnapshot } from '../../domain/eval-runs/suite-snapshot.ts';
import { judgesAskedFor, type PlannedLaunch } from './plan-launch.ts';
import { prepareLaunch } from './prepare-launch.ts';
import { resolveTarget } from './resolve-target.ts';
import { findLaunchStanding } from '../../store/eval-runs/launches.ts';
import { freezeForLaunch } from './suites.ts';

interface DisclosureScope {
  projectId: string;
  organizationId: string;
  keyId: string | undefined;
}

/** The launches to disclose; `allowsAdhoc` as of a launch. */
interface AskedLaunches {
  bodies: CreateEvalRun[];
  allowsAdhoc: boolean;
}

/** Says what launches of a suite would do together, without a connection or a write. */
export async function discloseLaunches(
  deps: Deps,
  scope: DisclosureScope,
  suiteId: string,
  { bodies, allowsAdhoc }: AskedLaunches,
): Promise<EvalRunDisclosure> {
  const suite = await freezeForLaunch(deps.suites, scope.projectId, suiteId);
  const disclosed = bodies.map((body) => discloseLaunch(deps, scope, suite, { body, allowsAdhoc }));
  return disclosedTogether(await Promise.all(disclosed));
}

async function discloseLaunch(
  deps: Deps,
  scope: DisclosureScope,
  suite: SuiteSnapshot,
  { body, allowsAdhoc }: { body: CreateEvalRun; allowsAdhoc: boolean },
): Promise<EvalRunDisclosure> {
  const { pool, catalog, environments } = deps;
  const { suiteId } = suite;
  const target = selectTarget(body, suite, { allowsAdhoc });
  const { runnable: cases, lost } = splitByImport(selectCases(suite.cases, body.caseIds));
  const bundle = await resolveTarget(environments, scope.projectId, target);
  const turns = turnSettingsOf(suite, bundle, target);
  const [judge] = judgesAskedFor(suite.judge);
  const settings = { override: undefined, defaultModel: turns.model };
  const serverIds = target.environmentId === undefined ? target.serverIds : savedServerIdsOf(bundle);
  const [{ found, maxConcurrentRuns, granted }, { open }] = await Promise.all([
    prepareLaunch(catalog, serverIds, {
      ...scope,
      suiteId,
      runId: '',
      models: [...new Set([...modelsAskedFor(cases, settings), ...(judge === undefined ? [] : [judge])])],
      keys: undefined,
    }),
    findLaunchStanding(pool, scope),
  ]);
  const resolve = (asked: string) => grantedModelId(granted, asked) ?? asked;
  const { iterations } = planIterations(cases, { ...settings, resolve, stopsEarly: false });
  const used = [...found.map(serverRecord), ...bundle.servers.flatMap(declaredRecord)];
  return {
    suiteId,
    suiteName: suite.name,
    servers: used,
    models: granted.grants.map(modelRecord),
    ...extentOf(cases, iterations, judge),
    ...leftOutRecord(lost),
    ...gapsRecord(gapsOf(cases, suite.checks, suite.judge).found),
    sentToModels: sentTo(bundle, { cases, used, iterations, systemPrompt: turns.systemPrompt, judge }),
    openRuns: { open, limit: maxConcurrentRuns },
    exhaustedBudget: budgetRecord(granted),
  };
}

/** The same of a launch that is planned already. */
export function disclosureOf({
  answers: { suite, target, bundle, saved, granted, taken, maxConcurrentRuns },
  run: { spec },
  cases: planned,
  iterations,
}: PlannedLaunch): EvalRunDisclosure {
  const cases = planned.map(({ body }) => body);
  const used = [...saved.map(serverRecord), ...bundle.servers.flatMap(declaredRecord)];
  const [judge] = judgesAskedFor(suite.judge);
  const { systemPrompt } = turnSettingsOf(suite, bundle, target);
  return {
    suiteId: suite.suiteId,
    suiteName: suite.name,
    servers: used,
    models: granted.grants.map(modelRecord),
    ...extentOf(cases, iterations, judge, spec.execution.maxSteps),
    ...given({ casesLeftOut: spec.casesLeftOut }),
    sentToModels: sentTo(bundle, { cases, used, iterations, systemPrompt, judge }),
    openRuns: { open: taken.open, limit: maxConcurrentRuns },
    exhaustedBudget: budgetRecord(granted),
  };
}

interface SentParts {
  cases: FrozenCase[];
  used: EvalRunDisclosure['servers'];
  iterations: PlannedIteration[];
  systemPrompt: string;
  judge: string | undefined;
}

const sentTo = (
  { skills }: ResolvedBundle,
  { cases, used, iterations, systemPrompt, judge }: SentParts,
): EvalRunDisclosure['sentToModels'] => [
  ...sentToModels(cases, used, systemPrompt, judge),
  ...(skills.length > 0 && iterations.some(({ model }) => model !== null)
    ? [`The instructions of these skills: ${skills.map(({ name }) => name).join(', ')}.`]
    : []),
];

const serverRecord = ({ id, name, transport, url }: SavedServer): EvalRunDisclosure['servers'][number] => ({
  id,
  name,
  transport,
  host: URL.parse(url)?.host ?? null,
});

/** A server that a plugin brings, which is not saved. */
const declaredRecord = ({ id, name, declaration }: BundleServer): EvalRunDisclosure['servers'] => {
  if (!declaration) return [];
  const url = 'url' in declaration ? declaration.url : undefined;
  return [{ id, name, transport: url === undefined ? 'stdio' : 'http', host: (url && URL.parse(url)?.host) || null }];
};

const modelRecord = ({ asked: model, id, source, fault, price }: ModelGrant): EvalRunDisclosure['models'][number] => ({
  model,
  id: id || null,
  source: (source || null) as 'hosted' | 'organization' | null,
  ...(fault && { fault }),
  ...(price && { pricing: pricingOf(price) }),
});

const pricingOf = ({ input, output, cachedInput }: ModelPrice): Pricing => ({
  inputUsdPerMillion: input,
  outputUsdPerMillion: output,
  ...given({ cachedInputUsdPerMillion: cachedInput }),
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
