import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { useKeys } from '../../lib/keys.ts';
import { useFirstRun } from './use-first-run.ts';

type Run = ReplyOf<'getEvalRun'>;
type RunCase = ReplyOf<'listEvalRunCases'>['items'][number];

/** How often a run under way is asked, in milliseconds. */
const POLL_MS = 700;
const OVER = new Set(['completed', 'failed', 'cancelled', 'timed_out']);

/** The last step: the run, its verdict, and the reason of each failed case. Operations: getEvalRun, listEvalRunCases. */
export function RunStep({ projectId, runId }: { projectId: string; runId: string }) {
  const address = { projectId, runId };
  const { goTo } = useFirstRun();
  const navigate = useNavigate();
  const run = useQuery({
    ...operationQuery('getEvalRun', address),
    refetchInterval: ({ state }) => (state.data && OVER.has(state.data.status) ? false : POLL_MS),
  });
  const isOver = run.data !== undefined && OVER.has(run.data.status);
  const cases = useQuery({
    ...operationQuery('listEvalRunCases', address, { limit: 50 }),
    refetchInterval: isOver ? false : POLL_MS,
  });
  // The last counts were read before the end.
  const readCases = cases.refetch;
  useEffect(() => {
    if (isOver) void readCases();
  }, [isOver, readCases]);
  const failed = cases.data?.items.find(({ firstFailure }) => firstFailure !== undefined);
  const openRun = (): void => void navigate({ to: '/p/$projectId/runs/$runId', params: address });
  useKeys([{ keys: ['mod+Enter'], label: 'open the run', run: openRun }]);
  return (
    <ObjectPage of={run} what="run">
      {(data) => (
        <>
          <Verdict {...verdictOf(data)} why={whyOf(data)} />
          <div className="row wrap">
            {isOver && failed?.firstFailure && (
              <ButtonLink
                look="primary"
                takesFocus
                to="/p/$projectId/runs/$runId/i/$iterationId"
                params={{ ...address, iterationId: failed.firstFailure.iterationId }}
              >
                Read why it failed
              </ButtonLink>
            )}
            <ButtonLink
              key={isOver ? 'over' : 'running'}
              {...(isOver && !failed ? { look: 'primary' as const, takesFocus: true } : {})}
              keyHint="mod+Enter"
              to="/p/$projectId/runs/$runId"
              params={address}
            >
              Open the run
            </ButtonLink>
            <Button look="quiet" onClick={() => goTo({ step: 'drafts' })}>
              Back
            </Button>
          </div>
          <Section title="Cases">
            <Part of={cases} what="cases" rows={5}>
              {({ items }) => (
                <div className="frame">
                  <table>
                    <tbody>
                      {items.map((one) => (
                        <CaseRow key={`${one.testCaseId} ${one.model}`} one={one} address={address} />
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
            </Part>
          </Section>
        </>
      )}
    </ObjectPage>
  );
}

function CaseRow({ one, address }: { one: RunCase; address: { projectId: string; runId: string } }) {
  const { title, outcome, passed, eligible, firstFailure, iterationId } = one;
  const open = firstFailure?.iterationId ?? iterationId ?? undefined;
  return (
    <tr>
      <td className="mark-cell">
        <Mark kind={kindOf(outcome)} />
      </td>
      <td className="fit-cell medium">
        {open === undefined ? (
          <Foreign text={title} />
        ) : (
          <Link
            className="plain"
            to="/p/$projectId/runs/$runId/i/$iterationId"
            params={{ ...address, iterationId: open }}
          >
            <Foreign text={title} />
          </Link>
        )}
      </td>
      <td className="fill-cell cut muted">
        {firstFailure?.reason !== undefined && <Foreign text={firstFailure.reason} />}
      </td>
      <td className="num faint">
        {passed} of {eligible}
      </td>
    </tr>
  );
}

const kindOf = (outcome: RunCase['outcome']): MarkKind =>
  ({ passed: 'passed', failed: 'failed', running: 'running', pending: 'pending' } as Record<string, MarkKind>)[
    outcome
  ] ?? 'open';

function verdictOf({ status, verdict, summary }: Run): { kind: MarkKind; word: string; rest: string } {
  const { passed, total } = summary;
  const rest = `${passed} of ${writeCountOf(total, 'trial')} passed.`;
  if (!OVER.has(status)) return { kind: 'running', word: 'Running.', rest };
  if (verdict === 'passed') return { kind: 'passed', word: 'Passed.', rest };
  if (verdict === 'failed') return { kind: 'failed', word: 'Failed.', rest };
  return { kind: 'open', word: verdict === 'inconclusive' ? 'Inconclusive.' : 'Not established.', rest };
}

const whyOf = ({ status }: Run): string =>
  OVER.has(status)
    ? 'Each trial has its calls, the messages on the wire, and the check that decided. From a failed case one click leads there.'
    : 'The cases call the tools of the server now. You can leave: the run goes on, and stands under Runs.';
