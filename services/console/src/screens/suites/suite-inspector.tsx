import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Id, Time } from '../../components/figures/figures.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Mark, wordOf } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { Part } from '../../components/part/part.tsx';
import { HeadRuler } from '../../components/ruler/ruler.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { kindOfOutcome, kindOfVerdict } from '../../lib/run-verdict.ts';
import { gateWords } from '../suite/gate-words.ts';
import { useSuiteActions } from '../suite/suite-actions.tsx';
import { intervalOf, launcherOf, lineOf, type ListedSuite } from './suite-columns.tsx';

/** The most failed cases that are shown. */
const SHOWN = 8;

/** The suite that is selected: its verdict, its failed cases, its settings and its actions. */
export function SuiteInspector({
  suite,
  nameOf,
  onClose,
}: {
  suite: ListedSuite;
  nameOf: (userId: string | undefined) => string | undefined;
  onClose: () => void;
}) {
  const { id: suiteId, projectId, name, latestRun } = suite;
  const navigate = useNavigate();
  const detail = useOperation('getEvalSuite', { projectId, suiteId }, {});
  const servers = useOperation('listProjectServers', { projectId }, { limit: 200 });
  const actions = useSuiteActions({ projectId, suite, onDeleted: onClose });
  const rerun = (): void =>
    void navigate({
      to: '/p/$projectId/suites/$suiteId/launch',
      params: { projectId, suiteId },
      search: { cases: `failed:${latestRun!.id}` },
    });
  const mayLaunch = useMayWrite(projectId) && suite.archivedAt === undefined;
  const isFailed = mayLaunch && latestRun?.verdict === 'failed';
  useKeys(isFailed ? [{ keys: ['R'], run: rerun }] : []);
  return (
    <Inspector label={name} title={<Foreign text={name} />} onClose={onClose} aside={actions.menu}>
      {actions.dialogs}
      {suite.archivedAt !== undefined && (
        <p className="muted">Archived {writeTime(suite.archivedAt)}: it does not run.</p>
      )}
      {latestRun ? (
        <LatestRun suite={suite} run={latestRun} />
      ) : (
        <p className="muted">No run has ended yet.{suite.archivedAt === undefined && ' Launch it to get a verdict.'}</p>
      )}
      <h3 className="h2 inspector-head">Suite</h3>
      <Part of={detail} what="settings" rows={4}>
        {(data: ReplyOf<'getEvalSuite'>) => (
          <KeyValues
            rows={[
              [
                'Servers',
                suite.serverIds.map((serverId, index) => (
                  <span key={serverId}>
                    {index > 0 && ', '}
                    <Link to="/p/$projectId/servers/$serverId" params={{ projectId, serverId }}>
                      <Foreign text={servers.data?.items.find(({ id }) => id === serverId)?.name ?? serverId} />
                    </Link>
                  </span>
                )),
              ],
              latestRun
                ? [
                    'Runs',
                    <>
                      {writeCount(suite.totals.runs)}, the last by <Foreign text={launcherOf(latestRun, nameOf)} />{' '}
                      <Id id={latestRun.id} /> at <Time time={latestRun.completedAt} />
                    </>,
                  ]
                : undefined,
              [
                'Schedule',
                suite.schedule?.enabled
                  ? `${suite.schedule.words}; ${nextWords(suite.schedule.nextDueAt)}`
                  : suite.schedule
                    ? 'switched off'
                    : 'none',
              ],
              ['Gate', data.settings.gate ? gateWords(data.settings.gate) : 'none'],
              suite.tags.length > 0
                ? [
                    'Tags',
                    <span className="row wrap">
                      {suite.tags.map((tag) => (
                        <Tag key={tag}>
                          <Foreign text={tag} />
                        </Tag>
                      ))}
                    </span>,
                  ]
                : undefined,
            ]}
          />
        )}
      </Part>
      <div className="row wrap inspector-actions">
        {latestRun && (
          <ButtonLink
            look="primary"
            keyHint="Enter"
            to="/p/$projectId/runs/$runId"
            params={{ projectId, runId: latestRun.id }}
          >
            {`Open run ${latestRun.runNumber}`}
          </ButtonLink>
        )}
        {isFailed && (
          <Button keyHint="R" onClick={rerun}>
            Rerun failed
          </Button>
        )}
        {mayLaunch && (
          <ButtonLink icon="run" keyHint="l" to="/p/$projectId/suites/$suiteId/launch" params={{ projectId, suiteId }}>
            Launch
          </ButtonLink>
        )}
      </div>
    </Inspector>
  );
}

/** A schedule that is on has no next time while its suite is archived. */
const nextWords = (nextDueAt: number | undefined): string =>
  nextDueAt === undefined ? 'not while it is archived' : `next ${writeTime(nextDueAt)}`;

function LatestRun({ suite, run }: { suite: ListedSuite; run: NonNullable<ListedSuite['latestRun']> }) {
  const { projectId } = suite;
  const kind = kindOfVerdict(run.verdict);
  const gate = useQuery({ ...operationQuery('getEvalRunGate', { projectId, runId: run.id }), retry: false });
  return (
    <>
      <p className="row wrap">
        <Outcome kind={kind} word={`${wordOf(kind)} in run ${run.runNumber}`} />
        <span className="faint">{afterWords(suite)}</span>
      </p>
      <p className="muted inspector-line">
        {run.sentence} <Foreign text={run.because} />
      </p>
      {run.passRate !== null && (
        <div className="inspector-ruler">
          <HeadRuler rate={run.passRate} interval={intervalOf(run)} line={lineOf(run)} outcome={kind} />
        </div>
      )}
      {gate.data && !gate.data.waived && gate.data.verdicts.some(({ status }) => status === 'failed') && (
        <Note kind="warning" title={gate.data.sentence}>
          <Foreign text={gate.data.because} />
        </Note>
      )}
      {kind === 'failed' && <FailedCases projectId={projectId} run={run} />}
    </>
  );
}

/** The runs before the last one, in words: `after 6 runs that passed`. */
export function afterWords({ recentRuns }: Pick<ListedSuite, 'recentRuns'>): string {
  const [latest, ...before] = recentRuns.toReversed();
  const [previous] = before;
  if (!latest || !previous || previous.verdict === latest.verdict) return '';
  const other = before.findIndex(({ verdict }) => verdict !== previous.verdict);
  const length = other < 0 ? before.length : other;
  const words = { passed: 'passed', failed: 'failed' } as const;
  const word = previous.verdict in words ? words[previous.verdict as keyof typeof words] : 'had no verdict';
  return `after ${length === 1 ? 'a run' : `${writeCount(length)} runs`} that ${word}`;
}

function FailedCases({ projectId, run }: { projectId: string; run: NonNullable<ListedSuite['latestRun']> }) {
  const cases = useOperation(
    'listEvalRunCases',
    { projectId, runId: run.id },
    { outcome: 'failed' as const, limit: SHOWN },
  );
  const counts = cases.data?.counts;
  return (
    <>
      <h3 className="h2 inspector-head">
        Failed cases{' '}
        {counts && (
          <span className="faint regular">
            {`${writeCount(counts.outcome['failed'] ?? 0)} of ${writeCount(counts.total)}`}
            {run.flakyCases > 0 && `, ${writeCount(run.flakyCases)} flaky`}
          </span>
        )}
      </h3>
      <Part of={cases} what="cases" rows={4}>
        {(data: ReplyOf<'listEvalRunCases'>) => (
          <table className="dense bleed">
            <tbody>
              {data.items.map(({ testCaseId, model, title, outcome, passed, eligible, firstFailure, iterationId }) => (
                <tr key={`${testCaseId} ${model}`}>
                  <td className="mark-cell">
                    <Mark kind={kindOfOutcome(outcome)} />
                  </td>
                  <td className="fill-cell cut">
                    {iterationId === null ? (
                      <Foreign text={title} />
                    ) : (
                      <Link
                        className="plain"
                        to="/p/$projectId/runs/$runId/i/$iterationId"
                        params={{ projectId, runId: run.id, iterationId }}
                      >
                        <Foreign text={title} />
                      </Link>
                    )}
                  </td>
                  <td className="fit-cell num muted">{`${writeCount(passed)} of ${writeCount(eligible)}`}</td>
                  <td className="fit-cell num">{firstFailure?.stage && <Tag>{stageWord(firstFailure.stage)}</Tag>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
      {counts && (counts.outcome['failed'] ?? 0) > SHOWN && (
        <p className="small">
          <Link to="/p/$projectId/runs/$runId" params={{ projectId, runId: run.id }} search={{ outcome: ['failed'] }}>
            {`All ${writeCountOf(counts.outcome['failed'] ?? 0, 'failed case')}`}
          </Link>
        </p>
      )}
    </>
  );
}

/** A stage in words: `userValue` is `user value`. */
export const stageWord = (stage: string): string => stage.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
