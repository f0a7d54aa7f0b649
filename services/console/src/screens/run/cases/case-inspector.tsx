import { useEffect, type RefObject } from 'react';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import type { EvalCaseEvaluation, EvalRun, EvalRunCase } from '@assay/sdk';
import { ButtonLink } from '../../../components/button/button.tsx';
import { Duration } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Inspector } from '../../../components/inspector/inspector.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Note } from '../../../components/note/note.tsx';
import { Outcome } from '../../../components/outcome/outcome.tsx';
import { Part } from '../../../components/part/part.tsx';
import { KeyValues } from '../../../components/section/key-values.tsx';
import { useMayWrite } from '../../../data/project-role.ts';
import { useKeys } from '../../../lib/keys.ts';
import { usePages } from '../../../data/operations.ts';
import { writeCountOf, writeInterval } from '../../../lib/format/numbers.ts';
import { AssertionRows, StageRow } from './trial-facts.tsx';
import { leftOutText, markOfCase } from './trial-marks.ts';
import { evidenceSearch, reasonOfTrial } from './trial-reason.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** Why a case is as it is: its trials, the reason of the first failed one, its stages and its assertions. */
export function CaseInspector({
  run,
  row,
  opens,
  onClose,
}: {
  run: EvalRun;
  row: EvalRunCase;
  /** Gets what opens the shown trial. */
  opens: OpensTrial;
  onClose: () => void;
}) {
  const { projectId, runId } = route.useParams();
  const trials = usePages('listEvalCaseEvaluations', { projectId, runId, caseId: row.testCaseId }, { limit: 50 });
  const items = trials.items?.filter(({ model }) => model === row.model);
  return (
    <Inspector title={<Foreign text={row.title} />} label="Case" onClose={onClose}>
      <p className="row wrap case-block">
        <Outcome kind={markOfCase(row)} word={headOf(row)} />
        {row.passRateInterval && (
          <span className="faint">
            95 % interval {writeInterval({ low: row.passRateInterval.lower, high: row.passRateInterval.upper })}
          </span>
        )}
      </p>
      {row.because !== undefined && row.outcome !== 'undecided' && <p className="muted case-block">{row.because}</p>}
      <Part of={{ ...trials, data: items }} what="trials" rows={6}>
        {(all) => <Trials run={run} row={row} trials={all} opens={opens} />}
      </Part>
    </Inspector>
  );
}

const headOf = ({ outcome, passed, eligible }: EvalRunCase): string =>
  outcome === 'undecided'
    ? 'No trial could be graded'
    : eligible === 0
      ? 'No trial has ended'
      : `${passed} of ${writeCountOf(eligible, 'trial')} passed`;

type OpensTrial = RefObject<(() => void) | undefined>;

function Trials({
  run,
  row,
  trials,
  opens,
}: {
  run: EvalRun;
  row: EvalRunCase;
  trials: EvalCaseEvaluation[];
  opens: OpensTrial;
}) {
  const { projectId, runId } = route.useParams();
  const { k } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const mayLaunch = useMayWrite(projectId);
  const shown =
    trials.find(({ iterationNumber }) => iterationNumber === k) ??
    trials.find(({ iterationId }) => iterationId === row.iterationId) ??
    trials[0];
  const move = (by: number): void => {
    const next = shown && trials[trials.indexOf(shown) + by];
    if (next) void navigate({ search: (old) => ({ ...old, k: next.iterationNumber }), replace: true });
  };
  useKeys([
    ...(trials.length > 1
      ? [
          {
            keys: ['ArrowLeft', 'ArrowRight'],
            label: 'trial',
            run: (key: string) => move(key === 'ArrowLeft' ? -1 : 1),
          },
        ]
      : []),
    {
      keys: ['o'],
      run: () =>
        void navigate({
          to: '/p/$projectId/suites/$suiteId/cases/$caseId',
          params: { projectId, suiteId: run.suiteId, caseId: row.testCaseId },
        }),
    },
  ]);
  const link = (iterationId: string) => ({
    to: '/p/$projectId/runs/$runId/i/$iterationId' as const,
    params: { projectId, runId, iterationId },
  });
  useEffect(() => {
    opens.current = shown && (() => void navigate({ ...link(shown.iterationId), search: evidenceSearch(shown, row) }));
    return () => {
      opens.current = undefined;
    };
  }, [shown, row]);
  if (!shown) return <p className="muted">No trial has begun.</p>;
  const reason = reasonOfTrial(shown, row);
  return (
    <>
      <div className="row wrap case-trials">
        {trials.map((trial) => (
          <Link
            key={trial.iterationId}
            className={`chip${trial === shown ? ' on' : ''}`}
            {...link(trial.iterationId)}
            search={{}}
          >
            <Mark kind={markOf(trial)} />
            {trial.iterationNumber}
            {trial.durationMs !== null && (
              <span className="count">
                <Duration ms={trial.durationMs} />
              </span>
            )}
          </Link>
        ))}
        {row.trials.length > trials.length && <span className="faint small">of {row.trials.length}</span>}
      </div>
      {reason && (
        <div className="case-block">
          <h3 className="h2">
            Why iteration {shown.iterationNumber}{' '}
            {reason.kind === 'failed' ? 'failed' : 'says nothing about the server'}
          </h3>
          <Note
            kind={reason.kind}
            title={
              <>
                <code>{reason.name}</code> {reason.at !== undefined && <span className="muted">{reason.at}</span>}
              </>
            }
          >
            <Foreign text={reason.text} />
          </Note>
        </div>
      )}
      <div className="case-block">
        <KeyValues
          rows={[
            shown.chain.status === 'verified' &&
            shown.chain.stages.some(({ state }) => state === 'passed' || state === 'failed')
              ? ['Stage', <StageRow stages={shown.chain.stages} />]
              : undefined,
            shown.errorCode === undefined ? undefined : ['Code', <code>{shown.errorCode}</code>],
            leftOutText(row.excluded) === '' ? undefined : ['Left out', leftOutText(row.excluded)],
            shown.nextAction === undefined ? undefined : ['Try next', <Foreign text={shown.nextAction} />],
          ]}
        />
      </div>
      {shown.checks.length > 0 && <AssertionRows checks={shown.checks} />}
      <div className="row wrap case-actions">
        <ButtonLink look="primary" keyHint="Enter" {...link(shown.iterationId)} search={evidenceSearch(shown, row)}>
          Open the trace
        </ButtonLink>
        {mayLaunch && (
          <ButtonLink
            to="/p/$projectId/suites/$suiteId/launch"
            params={{ projectId, suiteId: run.suiteId }}
            search={{ cases: row.testCaseId }}
          >
            Rerun case
          </ButtonLink>
        )}
        <ButtonLink
          keyHint="o"
          to="/p/$projectId/suites/$suiteId/cases/$caseId"
          params={{ projectId, suiteId: run.suiteId, caseId: row.testCaseId }}
        >
          Case
        </ButtonLink>
      </div>
    </>
  );
}

const markOf = ({ status, result, evaluatorError, failureSource }: EvalCaseEvaluation) => {
  if (status === 'pending' || status === 'running') return status;
  if (status === 'completed' && !evaluatorError) return result === 'passed' ? 'passed' : 'failed';
  return status !== 'skipped' &&
    status !== 'cancelled' &&
    (failureSource === undefined || failureSource === 'server') &&
    !evaluatorError
    ? 'failed'
    : 'excluded';
};
