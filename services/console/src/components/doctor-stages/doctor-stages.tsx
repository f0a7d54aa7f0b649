import './doctor-stages.css';
import { Fragment, type ReactNode } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { JsonCode } from '../code/code.tsx';
import { Foreign } from '../foreign/foreign.tsx';
import { Mark } from '../mark/mark.tsx';
import { markOfStage, stages, type StageCheck, type StageId } from './stages.ts';

/**
 * The checks of a diagnosis in their order. A row opens: the explanation and the next step at the left, the evidence at
 * the right. `j` and `k` move. Without `checks` no stage has an outcome.
 */
export function DoctorStages({
  checks,
  isRunning,
  open,
  onOpen,
  actionsOf = () => undefined,
}: {
  checks: Readonly<Record<StageId, StageCheck>> | undefined;
  /** A diagnosis is under way. */
  isRunning: boolean;
  open: StageId | undefined;
  onOpen: (stage: StageId | undefined) => void;
  /** The buttons below the next step of a stage. */
  actionsOf?: (stage: StageId, check: StageCheck) => ReactNode;
}) {
  useKeys([
    {
      keys: ['j', 'k'],
      label: 'stage',
      run: (key) => {
        const at = stages.findIndex(([id]) => id === open) + (key === 'j' ? 1 : -1);
        onOpen(stages[Math.min(Math.max(at, 0), stages.length - 1)]![0]);
      },
    },
  ]);
  return (
    <div className="frame">
      <table className="doctor-stages" aria-busy={isRunning}>
        <thead>
          <tr>
            <th className="mark-cell" aria-label="Outcome" />
            <th scope="col">Stage</th>
            <th scope="col">What was found</th>
            <th scope="col">Cause</th>
            <th scope="col" className="num">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {stages.map(([id, word]) => {
            const check = checks?.[id];
            const isOpen = id === open && check !== undefined;
            return (
              <Fragment key={id}>
                <Row
                  {...{ id, word, check, isOpen, isRunning }}
                  onToggle={() => {
                    onOpen(isOpen ? undefined : id);
                  }}
                />
                {isOpen && (
                  <tr className="opened-row">
                    <td />
                    <td colSpan={4} className="opened">
                      <Opened check={check} actions={actionsOf(id, check)} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  id,
  word,
  check,
  isOpen,
  isRunning,
  onToggle,
}: {
  id: StageId;
  word: string;
  check: StageCheck | undefined;
  isOpen: boolean;
  isRunning: boolean;
  onToggle: () => void;
}) {
  const isQuiet = check === undefined || check.status === 'skipped';
  return (
    <tr data-stage={id} className={isOpen ? 'selected' : undefined} onClick={onToggle}>
      <td className="mark-cell">
        <Mark kind={check ? markOfStage(check) : isRunning ? 'running' : 'pending'} />
      </td>
      <td className={`fit-cell stage-name ${check?.cause === undefined ? 'medium' : 'strong'}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={check === undefined}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          {word}
        </button>
      </td>
      <td className={`fill-cell cut found ${isQuiet ? 'faint' : 'muted'}`}>
        {check && <Foreign text={check.detail} />}
      </td>
      <td className="fit-cell">
        {check?.cause !== undefined && (
          <code className={check.status === 'error' ? 'failed' : 'warn'}>{check.cause}</code>
        )}
      </td>
      <td className="num fit-cell faint">{check && writeDuration(check.durationMs)}</td>
    </tr>
  );
}

function Opened({ check, actions }: { check: StageCheck; actions: ReactNode }) {
  const { explanation, nextStep, evidence, detail } = check;
  return (
    <div className="opened-cols">
      <div>
        <p>
          <Foreign text={explanation ?? detail} />
        </p>
        {nextStep !== undefined && (
          <>
            <h3>Try next</h3>
            <p>
              <Foreign text={nextStep} />
            </p>
          </>
        )}
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {evidence && (
        <div>
          <p className="small faint evidence-label">Evidence</p>
          <JsonCode value={evidence} label="The evidence" />
        </div>
      )}
    </div>
  );
}
