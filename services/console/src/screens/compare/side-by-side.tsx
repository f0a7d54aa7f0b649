import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EvalRunCompare } from '@assay/sdk';
import { JsonCode, Code } from '../../components/code/code.tsx';
import { narrowEvidence } from '../../components/code/narrow-evidence.ts';
import { Duration } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { operationQuery } from '../../data/operations.ts';
import { callMarksOf, citingItems } from '../iteration/evidence.ts';
import { shownPair, type TrialSide } from './both-sides.ts';
import { kindOfSide } from './case-columns.tsx';
import type { ComparedCase } from './case-groups.ts';

/** One trial of a case in each of two runs: the same call, what was sent and what came. */
export function SideBySide({
  projectId,
  compared,
  of,
  isSwapped,
}: {
  projectId: string;
  compared: EvalRunCompare;
  of: ComparedCase;
  isSwapped: boolean;
}) {
  const base = useTrial(projectId, compared.baseRun.id, of.base.representativeIterationId);
  const compare = useTrial(projectId, compared.compareRun.id, of.compare.representativeIterationId);
  const sides = [
    { run: compared.baseRun, side: of.base, trial: base, other: compare, isBase: true },
    { run: compared.compareRun, side: of.compare, trial: compare, other: base, isBase: false },
  ];
  const pair = base.data && compare.data && shownPair(base.data, compare.data);
  return (
    <Section
      title={
        <>
          Side by side: <Foreign text={of.title} />
        </>
      }
      about={pair?.about ?? 'one trial of each run'}
    >
      <div className="frame both-sides">
        {(isSwapped ? sides.toReversed() : sides).map(({ run, side, trial, other, isBase }) => (
          <div key={run.id}>
            <p className="row">
              <Mark kind={kindOfSide(side)} />
              {side.representativeIterationId === null ? (
                <b className="medium">Run {run.runNumber}</b>
              ) : (
                <Link
                  className="plain medium"
                  to="/p/$projectId/runs/$runId/i/$iterationId"
                  params={{ projectId, runId: run.id, iterationId: side.representativeIterationId }}
                >
                  Run {run.runNumber}
                </Link>
              )}
              <span className="faint">
                <Duration ms={trial.data?.detail.durationMs ?? undefined} />
              </span>
            </p>
            {side.representativeIterationId === null ? (
              <p className="muted">The run has no trial of this case.</p>
            ) : (
              <Part of={trial} what="trial" rows={6}>
                {(data) => (
                  <Trial
                    runNumber={run.runNumber}
                    trial={data}
                    call={other.data ? (isBase ? pair?.base : pair?.compare) : shownPair(data, data).compare}
                  />
                )}
              </Part>
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}

/** The arguments and the answer of the call that is shown, or else the last message of the model. */
function Trial({
  trial,
  call,
  runNumber,
}: {
  trial: TrialSide;
  call: TrialSide['trace']['toolCalls'][number] | undefined;
  runNumber: number;
}) {
  const marks = callMarksOf(citingItems(trial.detail), trial.detail);
  if (!call) {
    const said = trial.trace.messages.findLast(({ role, content }) => role === 'assistant' && content !== '');
    return said ? (
      <Code text={said.content} label="What the model said" />
    ) : (
      <p className="muted">{trial.detail.error === null ? 'Nothing was called or said.' : trial.detail.error}</p>
    );
  }
  const ofCall = marks.get(call.id) ?? {};
  return (
    <div className="col">
      <JsonCode
        value={call.arguments}
        evidence={ofCall.arguments ?? NOTHING}
        label={`What was sent in run ${runNumber}`}
      />
      {call.result !== undefined && (
        <JsonCode
          value={call.result}
          evidence={narrowEvidence(call.result, ofCall.result ?? NOTHING)}
          label={`What came in run ${runNumber}`}
        />
      )}
      {call.error && <JsonCode value={call.error} evidence={ofCall.error ?? NOTHING} label="Why there is no result" />}
    </div>
  );
}

const NOTHING = [] as const;

/** A trial with its calls; a trial without a trace has none. */
function useTrial(projectId: string, runId: string, iterationId: string | null) {
  const target = { projectId, runId, iterationId: iterationId ?? '' };
  const detail = useQuery({ ...operationQuery('getEvalIteration', target), enabled: iterationId !== null });
  const trace = useQuery({
    ...operationQuery('getEvalIterationTrace', target, { only: 'transcript' }),
    enabled: detail.data !== undefined && detail.data.trace !== null,
  });
  const isGone = detail.data?.trace === null;
  const nothing = { messages: [], toolCalls: [] } as unknown as TrialSide['trace'];
  const read = isGone ? nothing : trace.data;
  return {
    data: detail.data && read && { detail: detail.data, trace: read },
    error: detail.error ?? trace.error,
    isFetching: detail.isFetching || trace.isFetching,
    refetch: () => void Promise.all([detail.refetch(), trace.refetch()]),
  };
}
