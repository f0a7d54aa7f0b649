import type { EvalSuite } from '@assay/contract/areas/suites/listed-suites';
import type { JudgeInput } from '@assay/contract/areas/suites/settings';
import { given } from '@assay/contract/given';
import type { Schedule } from '../schedules/schedule.ts';
import { describeTiming } from '../schedules/schedule-words.ts';
import { sortedOnce } from '../cases/sorted-once.ts';
import type { FlatDraft } from './suite-draft.ts';
import type { SuiteTargets } from './suite-targets.ts';
import { latestRun, passRateTrend, recentRuns, type RunHistory } from './run-history.ts';

/** The part of a suite that is stored as one document. */
export type SuiteBody = Omit<
  FlatDraft,
  'name' | 'tests' | 'serverNames' | 'passCriteria' | 'environmentIds' | 'hosts'
> &
  SuiteTargets & {
    systemPrompt?: string;
    temperature?: number;
  };

export interface StoredSuite {
  id: string;
  projectId: string;
  name: string;
  /** The id under which a file declares the suite. */
  declaredId?: string;
  managedBy: 'app' | 'ci';
  revision: number;
  body: SuiteBody;
  createdAt: Date;
  updatedAt: Date;
  /** Absent unless it is archived. */
  archivedAt?: Date;
}

/** The stored form of a draft without its targets, with older field names translated. */
export function toBody({
  name: _name,
  tests: _tests,
  serverNames: _serverNames,
  environmentIds: _environmentIds,
  hosts: _hosts,
  passCriteria,
  ...draft
}: FlatDraft): SuiteBody {
  const {
    judge,
    suppressedSuiteStandardCheckIds: off,
    minimumAccuracy = passCriteria?.minimumPassRate,
    ...rest
  } = draft;
  return {
    ...rest,
    serverIds: [...new Set(draft.serverIds)],
    ...given({ minimumAccuracy }),
    ...(judge && { judge: withoutNoRubric(judge) }),
    ...(off && { suppressedSuiteStandardCheckIds: sortedOnce(off) }),
  };
}

/** A null rubric is the same as none. */
export const withoutNoRubric = ({ rubric, ...judge }: JudgeInput): JudgeInput => ({
  ...judge,
  ...(rubric && { rubric }),
});

/** The model of cases that name none, in provider/name form; empty when the suite names none. */
export const modelOf = ({ model = '', provider }: SuiteBody): string =>
  model && provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model;

/** A suite as a list reads it: without its settings. */
export interface ListedSuite extends Omit<StoredSuite, 'body'> {
  tags: string[];
  serverIds: string[];
  history: RunHistory;
  schedule: Schedule | undefined;
  ticksWithoutVerdict: number;
}

/** A suite as lists show it. */
export function toListed(suite: ListedSuite): EvalSuite {
  const { id, projectId, name, tags, serverIds, history, createdAt, updatedAt, archivedAt } = suite;
  return {
    id,
    name,
    projectId,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    ...given({ archivedAt: archivedAt?.getTime() }),
    tags,
    serverIds,
    latestRun: latestRun(history),
    ...scheduleOf(suite),
    totals: { measurementUnit: 'trial', ...history.totals },
    recentRuns: recentRuns(history),
    passRateTrend: passRateTrend(history),
  };
}

function scheduleOf({ schedule, ticksWithoutVerdict, archivedAt }: ListedSuite): Pick<EvalSuite, 'schedule'> {
  if (!schedule) return {};
  return {
    schedule: {
      enabled: schedule.nextDueAt !== null,
      ...describeTiming(schedule.timing),
      ...given({ nextDueAt: archivedAt ? undefined : schedule.nextDueAt?.getTime() }),
      ticksWithoutVerdict,
    },
  };
}
