import type { ReactNode } from 'react';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import type { Gate } from '../suite/gate-words.ts';
import { GATE_RULES, type GateRule } from './gate-rules.ts';

type Trial = ReplyOf<'tryEvalGate'>;
type Verdict = Trial['runs'][number]['verdicts'][number];

const kinds: Record<Verdict['status'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  non_gateable: 'open',
  usage_error: 'pending',
};

/** The mark of a rule about one run; a rule of several verdicts has the weightiest. */
function kindOf(verdicts: readonly Verdict[]): MarkKind {
  const found = verdicts.map(({ status }) => kinds[status]);
  return (['failed', 'open', 'pending', 'passed'] as const).find((kind) => found.includes(kind)) ?? 'pending';
}

/** The rules of a gate as they are typed, each held against the last runs. */
export function RuleTable({
  projectId,
  gate,
  trial,
  canEdit,
  onGate,
}: {
  projectId: string;
  gate: Gate;
  trial: Trial | undefined;
  canEdit: boolean;
  onGate: (gate: Gate) => void;
}) {
  const runs = trial?.runs ?? [];
  const stopped = runs.filter(({ verdicts }) => verdicts.some(({ status }) => status === 'failed'));
  return (
    <div className="frame">
      <table className="gate-rules">
        <thead>
          <tr>
            <th className="mark-cell" aria-label="In force" />
            <th scope="col">Rule</th>
            <th scope="col">Line</th>
            <th scope="col">{runs.length > 0 ? `Runs ${runs[0]!.runNumber} to ${runs.at(-1)!.runNumber}` : 'Runs'}</th>
            <th scope="col" className="wide-only" aria-label="Note" />
          </tr>
        </thead>
        <tbody>
          {GATE_RULES.map((rule) => {
            const isOn = gate[rule.id] !== undefined;
            const verdicts = runs.map((run) => run.verdicts.filter((verdict) => verdict.gate === rule.id));
            const newest = verdicts.at(-1)?.[0];
            return (
              <tr key={rule.id} className={isOn ? undefined : 'off-row'}>
                <td className="mark-cell">
                  <Check
                    isOn={isOn}
                    disabled={!canEdit}
                    aria-label={rule.word}
                    onChange={(on) => onGate(on ? { ...gate, ...rule.first } : without(gate, rule.id))}
                  />
                </td>
                <td className="fit-cell">{rule.word}</td>
                <td className="line-cell">
                  {isOn ? <Line rule={rule} gate={gate} canEdit={canEdit} onGate={onGate} /> : '–'}
                </td>
                <td className="fit-cell">
                  {isOn && verdicts.some((of) => of.length > 0) ? (
                    <TrialDots outcomes={verdicts.map(kindOf)} noun="runs" />
                  ) : (
                    '–'
                  )}
                </td>
                <td className="muted wide-only fill-cell cut">{isOn && newest && <Foreign text={noteOf(newest)} />}</td>
              </tr>
            );
          })}
          <tr className="selected">
            <td className="mark-cell" />
            <td className="strong">All of them</td>
            <td />
            <td className="fit-cell">
              {runs.length > 0 && (
                <TrialDots
                  outcomes={runs.map(({ verdicts }) => (verdicts.length === 0 ? 'passed' : kindOf(verdicts)))}
                  noun="runs"
                />
              )}
            </td>
            <td className="muted wide-only fill-cell cut">
              {runs.length > 0 && <Stopped projectId={projectId} stopped={stopped} />}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The note of a rule about the newest run. */
const noteOf = ({ status, note, observedText }: Verdict): string =>
  status === 'usage_error' ? 'needs an earlier run to compare with' : (note ?? observedText ?? '');

const MAX_NAMED = 3;

function Stopped({ projectId, stopped }: { projectId: string; stopped: Trial['runs'] }): ReactNode {
  if (stopped.length === 0) return 'no run is stopped';
  if (stopped.length > MAX_NAMED) return `${writeCount(stopped.length)} runs are stopped`;
  return (
    <>
      {stopped.map(({ runId, runNumber }, index) => (
        <span key={runId}>
          {index > 0 && ', '}
          <Link to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>{`run ${runNumber}`}</Link>
        </span>
      ))}{' '}
      {stopped.length === 1 ? 'is' : 'are'} stopped
    </>
  );
}

function Line({
  rule,
  gate,
  canEdit,
  onGate,
}: {
  rule: GateRule;
  gate: Gate;
  canEdit: boolean;
  onGate: (gate: Gate) => void;
}) {
  const { line } = rule;
  if (!line) return <span className="faint">none</span>;
  return (
    <span className="row line-input">
      <input
        className="input"
        type="number"
        step="any"
        min={0}
        aria-label={`${rule.word}, ${line.unit}`}
        disabled={!canEdit}
        value={line.read(gate)}
        onChange={(event) => {
          const value = Number(event.target.value);
          if (event.target.value !== '' && Number.isFinite(value)) onGate({ ...gate, ...line.write(value, gate) });
        }}
      />
      <span className="faint">{line.unit}</span>
    </span>
  );
}

function without(gate: Gate, rule: keyof Gate): Gate {
  const { [rule]: _, ...rest } = gate;
  return rest;
}
