import type { ConformanceCheck, ScenarioStatus } from '@assay/contract/areas/conformance/check';
import type { CaseGroup, GroupedCase, IngestedScenario } from '@assay/contract/areas/conformance/ingest';
import { given } from '@assay/contract/given';

/** The longest name of a scenario, of a check and of a reason, in characters. */
const [SCENARIO, NAME, REASON] = [200, 300, 2_000];

/** The words for a status, in lower case and without separators. */
const WORDS: Record<string, ScenarioStatus> = {
  passed: 'passed',
  pass: 'passed',
  ok: 'passed',
  success: 'passed',
  failed: 'failed',
  fail: 'failed',
  failure: 'failed',
  error: 'failed',
  warning: 'warning',
  warn: 'warning',
  skipped: 'skipped',
  skip: 'skipped',
  notapplicable: 'notApplicable',
  na: 'notApplicable',
  couldnotrun: 'couldNotRun',
};

const CHECKS: Partial<Record<ScenarioStatus, ConformanceCheck['status']>> = {
  passed: 'SUCCESS',
  failed: 'FAILURE',
  warning: 'WARNING',
};

/** Each case of groups as a scenario, with its path; undefined for a case without a name of any kind. */
export const groupedCases = (groups: readonly CaseGroup[]): [path: string, scenario: IngestedScenario | undefined][] =>
  groups.flatMap((group, g) =>
    group.cases.map((each, c): [string, IngestedScenario | undefined] => [
      `/groups/${g}/cases/${c}`,
      scenarioOf(nameOf(group), each),
    ]),
  );

function scenarioOf(group: string | undefined, each: GroupedCase): IngestedScenario | undefined {
  const name = nameOf(each);
  if (name === undefined) return undefined;
  const { status, reason } = statusOf(each);
  const checked = CHECKS[status];
  const message = messageOf(each);
  const scenario = (group === undefined ? name : `${group}/${name}`).slice(0, SCENARIO);
  if (!checked) return { scenario, status, ...withReason(reason ?? message) };
  const check: ConformanceCheck = {
    id: name.slice(0, NAME),
    status: checked,
    name: (each.title ?? each.name ?? name).slice(0, NAME),
    ...given({ errorMessage: message }),
    ...(each.details !== undefined && { details: each.details }),
  };
  return { scenario, status, checks: [check] };
}

const nameOf = (named: Pick<GroupedCase, 'id' | 'name' | 'title'>): string | undefined =>
  [named.id, named.name, named.title].find((text) => text !== undefined && text.trim() !== '');

function statusOf({ status, passed }: GroupedCase): { status: ScenarioStatus; reason?: string } {
  if (status === undefined) {
    if (passed !== undefined) return { status: passed ? 'passed' : 'failed' };
    return { status: 'couldNotRun', reason: 'The report says no status of this case.' };
  }
  const word = status.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (Object.hasOwn(WORDS, word)) return { status: WORDS[word]! };
  return { status: 'couldNotRun', reason: `The report calls the status of this case "${status}".` };
}

function messageOf({ reason, error }: GroupedCase): string | undefined {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof message === 'string' ? message : reason;
}

const withReason = (reason: string | undefined): Pick<IngestedScenario, 'reason'> =>
  reason === undefined ? {} : { reason: reason.slice(0, REASON) };
