import type { EvalRun, EvalRunGroup, EvalRunGroupCase } from '@assay/sdk';
import { ButtonLink } from '../../components/button/button.tsx';
import { Difference } from '../../components/difference/difference.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import { signed } from '../../lib/format/numbers.ts';
import { kindOfCell, kindOfTrial, runLabel } from './group-cells.ts';

type Cell = EvalRunGroupCase['cells'][number];

/** The chosen cell: its trials, why it failed, and what differs from the base. */
export function CellInspector({
  projectId,
  of,
  cell,
  run,
  base,
  isStale,
  comparison,
}: {
  projectId: string;
  of: EvalRunGroupCase;
  cell: Cell | undefined;
  run: EvalRun;
  base: EvalRun | undefined;
  /** The differences of the cell are against another base than `base`. */
  isStale: boolean;
  comparison: EvalRunGroup['comparison'];
}) {
  return (
    <aside className="frame cell-inspector" aria-label="Selected cell">
      <header>
        <span className="small faint">Selected cell</span>
        <p className="medium">
          <Foreign text={of.title} />
        </p>
        <p className="muted">
          <Foreign text={runLabel(run)} />
        </p>
      </header>
      <div>
        {cell ? (
          <>
            <TrialDots outcomes={cell.trials.map(kindOfTrial)} />
            <Why cell={cell} />
          </>
        ) : (
          <p className="muted">The run does not have this case.</p>
        )}
        {base && base.id !== run.id && cell && (
          <>
            {!isStale && <PairedLine cell={cell} base={base} />}
            <Configuration comparison={comparison} run={run} base={base} />
          </>
        )}
        <div className="row actions">
          {base && base.id !== run.id && (
            <ButtonLink
              look="primary"
              keyHint="Enter"
              to="/p/$projectId/runs/$runId/compare"
              params={{ projectId, runId: run.id }}
              search={{ base: base.id, sel: of.testCaseId }}
            >
              Both traces
            </ButtonLink>
          )}
          {cell?.iterationId !== null && cell !== undefined && (
            <ButtonLink
              to="/p/$projectId/runs/$runId/i/$iterationId"
              params={{ projectId, runId: run.id, iterationId: cell.iterationId }}
            >
              Trace
            </ButtonLink>
          )}
        </div>
      </div>
    </aside>
  );
}

/** Why a case failed in a run, or why it is undecided. */
function Why({ cell }: { cell: Cell }) {
  const { firstFailure, because } = cell;
  if (firstFailure)
    return (
      <Note kind="failed" title={<code>{firstFailure.assertion ?? firstFailure.stage ?? 'failed'}</code>}>
        <Foreign text={firstFailure.reason ?? firstFailure.came ?? 'It did not complete.'} />
      </Note>
    );
  return because === undefined ? undefined : (
    <Note kind={kindOfCell(cell) === 'open' ? 'open' : 'note'} title="Nothing is decided">
      <Foreign text={because} />
    </Note>
  );
}

/** The paired difference of the case against the base. */
function PairedLine({ cell: { difference }, base }: { cell: Cell; base: EvalRun }) {
  if (!difference) return undefined;
  const points = (share: number): string => signed(Math.round(share * 100));
  return (
    <>
      <h2 className="h2">
        Against <Foreign text={runLabel(base)} />
      </h2>
      <p className="muted">
        {points(difference.delta)} points ({points(difference.lower)} to {points(difference.upper)}), {difference.pairs}{' '}
        pairs
      </p>
      <Difference {...difference} width={256} />
    </>
  );
}

/** The names of what the configurations differ in; values are not shown, because they may be secrets. */
function Configuration({
  comparison,
  run,
  base,
}: {
  comparison: EvalRunGroup['comparison'];
  run: EvalRun;
  base: EvalRun;
}) {
  const changed = comparison.arms.find(({ runId }) => runId === run.id)?.configuration?.changed;
  if (changed === undefined) return undefined;
  return (
    <>
      <h2 className="h2">
        What differs from <Foreign text={runLabel(base)} />
      </h2>
      {changed.length === 0 && <p className="muted">Nothing in the configuration.</p>}
      <ul className="differing">
        {changed.map((pointer) => (
          <li key={pointer}>
            <code>
              <Foreign text={pointer} />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
