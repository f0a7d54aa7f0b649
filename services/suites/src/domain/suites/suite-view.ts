import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import type { JudgeInput, SuiteSettings } from '@assay/contract/areas/suites/settings';
import { given } from '@assay/contract/given';
import { layerMatchOptions } from '@assay/grading/matching/match-options';
import type { StoredSuite, SuiteBody } from './suite-record.ts';

/** The configured part of a suite as the API shows it: the state that revisions store. */
export type SuiteView = Pick<
  EvalSuiteDetail,
  'name' | 'description' | 'tags' | 'environment' | 'environmentIds' | 'executionConfig' | 'hosts' | 'settings'
>;

export function viewOf({ name, body }: Pick<StoredSuite, 'name' | 'body'>): SuiteView {
  const { description = null, tags = [], serverIds, environmentIds = [], hosts = [] } = body;
  return {
    name,
    description,
    tags,
    environment: { servers: serverIds, computerEnvironment: null },
    environmentIds,
    executionConfig: executionConfigOf(body),
    hosts,
    settings: settingsOf(body),
  };
}

/** A suite with its settings. The schedule of an archived suite is not due. */
export const toDetail = (suite: StoredSuite, schedule: EvalSuiteDetail['schedule']): EvalSuiteDetail => ({
  id: suite.id,
  projectId: suite.projectId,
  ...given({ declaredId: suite.declaredId }),
  managedBy: suite.managedBy,
  ...given({ archivedAt: suite.archivedAt?.getTime() }),
  revisionNumber: suite.revision,
  ...viewOf(suite),
  schedule: suite.archivedAt ? withoutNextDue(schedule) : schedule,
  createdAt: suite.createdAt.getTime(),
  updatedAt: suite.updatedAt.getTime(),
});

const withoutNextDue = ({ nextDueAt: _nextDueAt, ...schedule }: EvalSuiteDetail['schedule']) => schedule;

function executionConfigOf({
  model,
  provider,
  systemPrompt,
  temperature,
}: SuiteBody): EvalSuiteDetail['executionConfig'] {
  if (model === undefined) return null;
  return {
    model,
    ...given({ provider, systemPrompt, temperature }),
  };
}

function settingsOf(body: SuiteBody): SuiteSettings {
  const {
    minimumAccuracy = null,
    minimumIterations = null,
    repetitions = null,
    passThreshold = null,
    validity = null,
  } = body;
  const {
    matchOptions,
    checks = [],
    suppressedSuiteStandardCheckIds = [],
    judge,
    sessionIsolation = 'iteration',
    gate = null,
  } = body;
  return {
    minimumAccuracy,
    minimumIterations,
    repetitions,
    passThreshold,
    validity,
    matchOptions: layerMatchOptions(matchOptions) ?? null,
    checks,
    suppressedSuiteStandardCheckIds,
    judge: judgeOf(judge),
    sessionIsolation,
    gate,
  };
}

/** Judge settings with defaults filled in. */
export function judgeOf({
  enabled = true,
  model,
  autoRun = false,
  threshold = 0.7,
  severity,
  role,
  rubric,
}: JudgeInput = {}): SuiteSettings['judge'] {
  return {
    enabled,
    model: model ?? null,
    autoRun,
    threshold,
    ...given({ severity, role }),
    ...(rubric && { rubric }),
  };
}
