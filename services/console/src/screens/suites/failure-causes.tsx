import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Section } from '../../components/section/section.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import type { ListedSuite } from './suite-columns.tsx';

/** The most causes that are shown. */
const SHOWN = 8;

/** Why trials fail in the last runs of all suites. */
export function FailureCauses({ projectId, suites }: { projectId: string; suites: readonly ListedSuite[] }) {
  const found = useOperation('listEvalFailureCauses', { projectId });
  const causes = found.data?.causes ?? [];
  if (causes.length === 0) return null;
  const names = (ids: readonly string[]): string =>
    ids.flatMap((id) => suites.find((suite) => suite.id === id)?.name ?? []).join(', ');
  return (
    <Section title="Why trials fail" about={`${writeCount(found.data!.failedTrials)} by cause, over all suites`}>
      <div className="frame suites-list">
        <table className="dense">
          <thead>
            <tr>
              <th className="mark-cell" aria-label="Outcome" />
              <th scope="col">Cause</th>
              <th scope="col" className="wide-only">
                Suites
              </th>
              <th scope="col" className="num wide-only">
                Cases
              </th>
              <th scope="col" className="num">
                Trials
              </th>
              <th scope="col" className="num wide-only">
                First
              </th>
            </tr>
          </thead>
          <tbody>
            {causes.slice(0, SHOWN).map(({ stage, assertion, reason, suiteIds, cases, failedTrials, first }) => (
              <tr key={`${stage} ${assertion} ${reason}`}>
                <td className="mark-cell">
                  <Mark kind="failed" />
                </td>
                <td className="fill-cell cut">
                  <Link
                    className="plain"
                    to="/p/$projectId/runs/$runId"
                    params={{ projectId, runId: lastRunOf(suites, suiteIds) ?? first.runId }}
                    search={{ ...(stage !== null && { stage }), ...(assertion !== null && { assertion }) }}
                  >
                    {reason === null ? (
                      <>
                        fails at <Tag>{stage ?? 'an unknown stage'}</Tag>
                      </>
                    ) : (
                      <Foreign text={reason} />
                    )}
                  </Link>
                </td>
                <td className="fit-cell muted wide-only cut cause-suites">
                  <Foreign text={names(suiteIds)} />
                </td>
                <td className="fit-cell num muted wide-only">{writeCount(cases)}</td>
                <td className="fit-cell num">{writeCount(failedTrials)}</td>
                <td className="fit-cell num faint wide-only">
                  <Link className="plain" to="/p/$projectId/runs/$runId" params={{ projectId, runId: first.runId }}>
                    {`run ${first.runNumber}`}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

const lastRunOf = (suites: readonly ListedSuite[], ids: readonly string[]): string | undefined =>
  suites.find(({ id }) => id === ids[0])?.latestRun?.id;
