import type { CreateEvalSuite, EvalSuite, EvalSuiteDetail } from '@assay/contract/documents/suite';
import { layerMatchOptions } from '@assay/grading/match-options';
import { latestRun, passRateTrend, type RunHistory } from './run-history.ts';

/** What of a suite is stored as one document. */
export type SuiteBody = Omit<CreateEvalSuite, 'name' | 'tests' | 'serverNames' | 'passCriteria'>;

export interface StoredSuite { id: string; projectId: string; name: string; revision: number; body: SuiteBody; createdAt: Date; updatedAt: Date }

/** A draft as it is stored, its older names read as their successors. */
export function toBody({ name: _name, tests: _tests, serverNames: _serverNames, passCriteria, ...draft }: CreateEvalSuite): SuiteBody {
  const minimumAccuracy = draft.minimumAccuracy ?? passCriteria?.minimumPassRate;
  return { ...draft, serverIds: [...new Set(draft.serverIds)], ...(minimumAccuracy !== undefined && { minimumAccuracy }) };
}

/** The model that cases run on which name none, in provider/name form; empty when the suite names none. */
export const modelOf = ({ model = '', provider }: SuiteBody): string =>
  (model && provider && !model.includes('/') ? `${provider}/${model}` : model);

/** A suite as a list shows it. */
export function toListed({ id, projectId, name, createdAt, updatedAt }: StoredSuite, history: RunHistory): EvalSuite {
  return {
    id, name, projectId, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime(),
    latestRun: latestRun(history), totals: history.totals, passRateTrend: passRateTrend(history),
  };
}

/** A suite with its settings. */
export function toDetail({ id, projectId, name, revision, body, createdAt, updatedAt }: StoredSuite): EvalSuiteDetail {
  const { description = null, tags = [], serverIds, model, provider } = body;
  const { minimumAccuracy = null, minimumIterations = null, matchOptions, checks = [], sessionIsolation = 'iteration' } = body;
  return {
    id, name, description, projectId, revisionNumber: revision, tags,
    environment: { servers: serverIds, computerEnvironment: null },
    executionConfig: model === undefined ? null : { model, ...(provider !== undefined && { provider }) },
    hosts: [],
    settings: { minimumAccuracy, minimumIterations, matchOptions: layerMatchOptions(matchOptions) ?? null, checks, sessionIsolation },
    schedule: { enabled: false },
    createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime(),
  };
}
