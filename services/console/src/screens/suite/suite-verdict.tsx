import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { ItemOf, ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { writeCount, writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import { useSuiteActions } from './suite-actions.tsx';
import { suiteTabLink, type SuiteRead } from './suite-tab.ts';

type Run = ItemOf<'listEvalSuiteRuns'>;
type History = ReplyOf<'getEvalSuiteCaseHistory'>;

/** The runs that are over, newest first. */
export const finishedRuns = (runs: readonly Run[]): Run[] => runs.filter(({ completedAt }) => completedAt !== null);

/** The verdict of a suite: how its last run ended, after which other runs, and how many cases failed. */
export function SuiteVerdict({
  suite,
  runs,
  history,
}: {
  suite: SuiteRead;
  runs: readonly Run[];
  history: History | undefined;
}) {
  const { projectId, id: suiteId } = suite;
  const navigate = useNavigate();
  const actions = useSuiteActions({
    projectId,
    suite,
    onDeleted: () => void navigate({ to: '/p/$projectId/suites', params: { projectId } }),
  });
  const mayWrite = useMayWrite(projectId);
  const [latest] = finishedRuns(runs);
  const kind = latest ? kindOfVerdict(latest.verdict) : 'pending';
  return (
    <>
      <Verdict
        kind={kind}
        {...(latest
          ? sentenceOf(latest, finishedRuns(runs))
          : { word: 'No run has ended yet.', rest: firstWords(suite, runs) })}
        why={<Why suite={suite} latest={latest} history={history} />}
        actions={
          mayWrite && (
            <>
              {suite.archivedAt === undefined && (
                <ButtonLink
                  look="primary"
                  icon="run"
                  keyHint="l"
                  to="/p/$projectId/suites/$suiteId/launch"
                  params={{ projectId, suiteId }}
                >
                  Launch
                </ButtonLink>
              )}
              <Button onClick={() => void navigate(suiteTabLink(suite, 'drafts'))}>Draft cases</Button>
              {actions.menu}
            </>
          )
        }
      />
      {actions.dialogs}
    </>
  );
}

function firstWords({ archivedAt }: SuiteRead, [run]: readonly Run[]): string {
  if (run) return `Run ${run.runNumber} is under way.`;
  return archivedAt === undefined ? 'Launch it to get a verdict.' : '';
}

function sentenceOf(latest: Run, finished: readonly Run[]): { word: string; rest: string } {
  const words = { passed: 'Passed', failed: 'Failed', inconclusive: 'Inconclusive', notEstablished: 'Not established' };
  const { passed, total } = latest.summary;
  const unit = latest.measurementUnit === 'trial' ? 'trial' : 'case variant';
  const counts =
    total > 0 ? `with ${writeCount(passed)} of ${writeCountOf(total, unit)}` : 'without a trial that counts';
  const before = beforeWords(latest, finished.slice(1));
  return {
    word: `${words[latest.verdict]} in run ${latest.runNumber},`,
    rest: `${counts}${before && `, ${before}`}.`,
  };
}

/** The row of equal verdicts before the last one: `after 6 runs that passed`. */
function beforeWords(latest: Run, earlier: readonly Run[]): string {
  const [previous] = earlier;
  if (!previous) return '';
  const other = earlier.findIndex(({ verdict }) => kindOfVerdict(verdict) !== kindOfVerdict(previous.verdict));
  const length = other < 0 ? earlier.length : other;
  const same = kindOfVerdict(previous.verdict) === kindOfVerdict(latest.verdict);
  const kind = kindOfVerdict(previous.verdict);
  const did = kind === 'open' ? 'had no verdict' : kind;
  const runs = length === 1 ? 'a run' : `${writeCount(length)} runs`;
  return same
    ? `like ${length === 1 ? 'the run' : `the ${writeCount(length)} runs`} before`
    : `after ${runs} that ${did}`;
}

function Why({ suite, latest, history }: { suite: SuiteRead; latest: Run | undefined; history: History | undefined }) {
  const { minimumAccuracy, passThreshold, repetitions } = suite.settings;
  const needs: ReactNode =
    passThreshold !== null && repetitions !== null ? (
      <>
        Each case needs <b>{writeRate(passThreshold)}</b> of its trials.
      </>
    ) : (
      <>
        The suite needs <b>{writeRate((minimumAccuracy ?? 100) / 100)}</b> of its trials.
      </>
    );
  if (!latest || !history) return <>{needs}</>;
  const cases = history.cases.filter((each) => each.latest.runId === latest.id);
  const failed = cases.filter((each) => each.latest.outcome === 'failed').length;
  const flaky = cases.filter(({ isFlaky }) => isFlaky).length;
  const failedWords =
    failed === 0 ? 'No case failed' : `${writeCount(failed)} of ${writeCountOf(cases.length, 'case')} failed`;
  return (
    <>
      {needs} {failedWords}
      {flaky > 0 &&
        `, ${writeCount(flaky)} ${failed === 0 ? (flaky === 1 ? 'is' : 'are') : flaky === 1 ? 'of them is' : 'of them are'} flaky: ${flaky === 1 ? 'it passes and fails' : 'they pass and fail'} in one run`}
      . {latest.verdict !== 'passed' && latest.verdict !== 'failed' && <Foreign text={latest.because} />}
    </>
  );
}
