import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCountOf, writeRate } from '../../lib/format/numbers.ts';
import { ruleCount } from '../suite/gate-words.ts';
import type { DecisionEdit } from './judge-edit.ts';

const MAX_NAMED = 3;

/** The rules and the judge in force, and the last runs that the gate would have stopped. */
export function JudgeVerdict({
  projectId,
  edit: { gate, judge, minimumAccuracy, passThreshold, repetitions },
  trial,
  actions,
}: {
  projectId: string;
  edit: DecisionEdit;
  trial: ReplyOf<'tryEvalGate'> | undefined;
  actions: ReactNode;
}) {
  const rules = gate ? ruleCount(gate) : 0;
  const gateWord = rules === 0 ? 'There is no gate' : `The gate has ${writeCountOf(rules, 'rule')}`;
  const isPerCase = passThreshold !== null && repetitions !== null;
  const stopped = trial?.runs.filter(({ verdicts }) => verdicts.some(({ status }) => status === 'failed')) ?? [];
  return (
    <Verdict
      kind="note"
      word={`${gateWord}, and the judge ${judge.enabled ? (judge.role === 'gating' ? 'decides' : 'only reports') : 'is off'}.`}
      rest={judge.enabled ? <code>{judge.model}</code> : 'No model judges anything.'}
      why={
        <>
          The line of the verdict is{' '}
          <b>{isPerCase ? `${writeRate(passThreshold)} of each case` : writeRate((minimumAccuracy ?? 100) / 100)}</b>
          {isPerCase ? '. ' : ' of all trials. '}
          {rules > 0 && trial && trial.runs.length > 0 && (
            <>
              The gate is applied after it and decides the release check: of the last{' '}
              {writeCountOf(trial.runs.length, 'run')} it would have stopped{' '}
              {stopped.length === 0
                ? 'none'
                : stopped.length > MAX_NAMED
                  ? stopped.length
                  : stopped.map(({ runId, runNumber }, index) => (
                      <span key={runId}>
                        {index > 0 && ', '}
                        <Link to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>{`run ${runNumber}`}</Link>
                      </span>
                    ))}
              .
            </>
          )}
        </>
      }
      actions={actions}
    />
  );
}
