import { Link, getRouteApi } from '@tanstack/react-router';
import type { EvalLeftOutTrials, EvalRun, EvalRunDecisionSummary } from '@assay/sdk';
import { Mark } from '../../../components/mark/mark.tsx';
import { Section } from '../../../components/section/section.tsx';
import { writeCount, writeCountOf } from '../../../lib/format/numbers.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

const CHARGED: Record<EvalLeftOutTrials['chargedTo'], string> = {
  none: 'no part: no verdict about the server',
  installation: 'Assay',
  suite: 'the suite',
};

/** The trials that no rate counts, by reason, and the part that they are charged to. */
export function LeftOut({
  run,
  decision: { leftOut = [], earlierRuns = 0 },
}: {
  run: EvalRun;
  decision: EvalRunDecisionSummary;
}) {
  const { projectId, runId } = route.useParams();
  const count = leftOut.reduce((sum, { trials }) => sum + trials, 0);
  return (
    <Section title="Left out of the count" about={`${writeCount(count)} of ${writeCountOf(run.trials.total, 'trial')}`}>
      <div className="frame">
        <table className="data-table">
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Outcome" />
              <th>Reason</th>
              <th>What it means</th>
              <th className="wide-only">Charged to</th>
              <th className="num">Run {run.runNumber}</th>
              <th className="num wide-only">
                {earlierRuns === 0 ? 'Earlier runs' : `Last ${writeCountOf(earlierRuns, 'run')}`}
              </th>
            </tr>
          </thead>
          <tbody>
            {leftOut.map(({ reason, meaning, chargedTo, trials, earlierTrials }) => (
              <tr key={reason}>
                <td className="mark-cell">
                  <Mark kind={trials > 0 ? 'excluded' : 'pending'} />
                </td>
                <td className="fit-cell">
                  <code>{reason}</code>
                </td>
                <td className="fill-cell cut below-cell whole muted" title={meaning}>
                  {meaning}
                </td>
                <td className="fit-cell muted wide-only">{CHARGED[chargedTo]}</td>
                <td className="num fit-cell">
                  {trials > 0 ? (
                    <Link
                      className="open-count"
                      to="/p/$projectId/runs/$runId"
                      params={{ projectId, runId }}
                      search={{ leftOut: true }}
                    >
                      {writeCount(trials)}
                    </Link>
                  ) : (
                    <span className="muted">0</span>
                  )}
                </td>
                <td className={`num fit-cell wide-only ${earlierTrials > 0 ? 'open-count' : 'muted'}`}>
                  {writeCount(earlierTrials)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
