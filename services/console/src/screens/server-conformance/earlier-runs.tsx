import { Button } from '../../components/button/button.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeDuration } from '../../lib/format/times.ts';

type Run = ReplyOf<'getConformanceRun'>;

const sum = ({ suites }: Run, field: 'passed' | 'failed' | 'couldNotRun'): number =>
  suites.reduce((total, suite) => total + suite[field], 0);

function markOf({ outcome, status }: Run): MarkKind {
  if (outcome === 'passed') return 'passed';
  if (outcome === 'failed') return 'failed';
  return status === 'pending' ? 'pending' : status === 'running' ? 'running' : 'open';
}

/** The runs of all scenarios, the newest first. */
export function EarlierRuns({
  runs,
  shown,
  onShow,
}: {
  runs: readonly Run[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  const took = runs.find(({ durationMs }) => durationMs !== undefined)?.durationMs;
  return (
    <Section title="Runs" about={took === undefined ? undefined : `a run takes ${writeDuration(took)}`}>
      <div className="frame tight">
        <table className="dense earlier-runs">
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Outcome" />
              <th>When</th>
              <th>Against</th>
              <th className="num">Passed</th>
              <th className="num">Failed</th>
              <th className="num wide-only">Could not run</th>
              <th className="wide-only">Engine</th>
            </tr>
          </thead>
          <tbody>
            {runs.slice(0, 10).map((run) => (
              <tr key={run.id} className={run.id === shown ? 'selected' : undefined}>
                <td className="mark-cell">
                  <Mark kind={markOf(run)} />
                </td>
                <td className="fit-cell">
                  <Button look="link" disabled={!run.hasReport} onClick={() => onShow(run.id)}>
                    <Time time={run.createdAt} />
                  </Button>
                </td>
                <td className="fill-cell cut muted">
                  <Foreign text={run.target.url ?? run.target.name ?? 'the server'} />
                  {run.protocolVersion !== null && `, ${run.protocolVersion}`}
                </td>
                <td className="num">{run.hasReport ? sum(run, 'passed') : '–'}</td>
                <td className="num">{run.hasReport ? sum(run, 'failed') : '–'}</td>
                <td className="num wide-only">
                  {run.hasReport ? (
                    <span className={sum(run, 'couldNotRun') > 0 ? 'open' : 'faint'}>{sum(run, 'couldNotRun')}</span>
                  ) : (
                    '–'
                  )}
                </td>
                <td className="fit-cell faint wide-only">
                  {run.engine?.version === undefined
                    ? '–'
                    : run.externalRunId === null
                      ? `${run.engine.version} and own`
                      : run.engine.version}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
