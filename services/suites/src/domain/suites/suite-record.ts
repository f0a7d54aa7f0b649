import type { CreateEvalSuite, EvalSuite } from '@assay/contract/areas/suites/documents';
import type { JudgeInput } from '@assay/contract/areas/suites/settings';
import { sortedOnce } from '../cases/sorted-once.ts';
import { latestRun, passRateTrend, type RunHistory } from './run-history.ts';

/** What of a suite is stored as one document. */
export type SuiteBody = Omit<CreateEvalSuite, 'name' | 'tests' | 'serverNames' | 'passCriteria'> & {
  systemPrompt?: string;
  temperature?: number;
};

export interface StoredSuite {
  id: string;
  projectId: string;
  name: string;
  /** The id under which a file declares it. */
  declaredId?: string;
  managedBy: 'app' | 'ci';
  revision: number;
  body: SuiteBody;
  createdAt: Date;
  updatedAt: Date;
}

/** A draft as it is stored, its older names read as their successors. */
export function toBody({
  name: _name,
  tests: _tests,
  serverNames: _serverNames,
  passCriteria,
  ...draft
}: CreateEvalSuite): SuiteBody {
  const {
    judge,
    suppressedSuiteStandardCheckIds: off,
    minimumAccuracy = passCriteria?.minimumPassRate,
    ...rest
  } = draft;
  return {
    ...rest,
    serverIds: [...new Set(draft.serverIds)],
    ...(minimumAccuracy !== undefined && { minimumAccuracy }),
    ...(judge && { judge: withoutNoRubric(judge) }),
    ...(off && { suppressedSuiteStandardCheckIds: sortedOnce(off) }),
  };
}

/** A rubric that is null is none. */
export const withoutNoRubric = ({ rubric, ...judge }: JudgeInput): JudgeInput => ({
  ...judge,
  ...(rubric && { rubric }),
});

/** The model that cases run on which name none, in provider/name form; empty when the suite names none. */
export const modelOf = ({ model = '', provider }: SuiteBody): string =>
  model && provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model;

/** A suite as a list shows it. */
export function toListed(
  { id, projectId, name, createdAt, updatedAt }: Omit<StoredSuite, 'body'>,
  history: RunHistory,
): EvalSuite {
  return {
    id,
    name,
    projectId,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    latestRun: latestRun(history),
    totals: history.totals,
    passRateTrend: passRateTrend(history),
  };
}
