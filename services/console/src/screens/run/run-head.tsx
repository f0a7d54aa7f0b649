import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import type { ReactNode } from 'react';
import { Duration, Money, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { pagesQuery } from '../../data/operations.ts';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { markOfRun, rulerOf, splitSentence, Weighted } from './run-words.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** The verdict of a run with its reason and its ruler; `more` follows the reason. */
export function RunVerdict({
  run,
  more,
  actions,
  withRuler = true,
}: {
  run: EvalRun;
  more?: ReactNode;
  actions?: ReactNode;
  withRuler?: boolean;
}) {
  const { word, rest } = splitSentence(run.sentence);
  return (
    <Verdict
      kind={markOfRun(run)}
      word={word}
      rest={rest}
      why={
        <>
          <Weighted text={run.because} /> {more}
        </>
      }
      actions={actions}
      ruler={withRuler ? rulerOf(run) : undefined}
    />
  );
}

/** The line of facts below a verdict. */
export function RunFacts({ run }: { run: EvalRun }) {
  const { projectId } = route.useParams();
  return (
    <KeyValues
      facts
      rows={[
        [
          'Suite',
          <Link to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId: run.suiteId }}>
            <Foreign text={run.suiteName} />
          </Link>,
        ],
        ['Servers', <RunServers run={run} />],
        [
          'Model',
          run.effectiveModelId ? <code>{run.effectiveModelId}</code> : <span className="faint">none, or several</span>,
        ],
        ['Took', run.durationMs === null ? <span className="faint">–</span> : <Duration ms={run.durationMs} />],
        ['Cost', <RunCost run={run} />],
        [
          'Launched',
          <>
            <Time time={run.createdAt} /> <span className="faint">{run.launchedBy}</span>
          </>,
        ],
      ]}
    />
  );
}

function RunServers({ run }: { run: EvalRun }) {
  const { projectId } = route.useParams();
  if (run.servers.length === 0) return <span className="faint">none</span>;
  return run.servers.map(({ id, name, pluginVersionId }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {pluginVersionId === undefined ? (
        <Link to="/p/$projectId/servers/$serverId" params={{ projectId, serverId: id }}>
          <Foreign text={name} />
        </Link>
      ) : (
        <Foreign text={name} />
      )}
    </span>
  ));
}

/** The cost of a run; a scripted model has none. */
function RunCost({ run: { usage, effectiveModelId } }: { run: EvalRun }) {
  if (effectiveModelId?.startsWith('scripted/')) return <span className="faint">none: scripted</span>;
  if (!usage) return <span className="faint">{effectiveModelId ? '–' : 'none: no model'}</span>;
  return <Money dollars={usage.costUsd} />;
}

/** The tabs of a run; a count is shown where the page knows it. */
export function RunTabs({ run, cases }: { run: EvalRun; cases?: number | undefined }) {
  const { projectId, runId } = route.useParams();
  const first = useInfiniteQuery({
    ...pagesQuery('listEvalRunCases', { projectId, runId }, { limit: 1 }),
    enabled: cases === undefined,
  });
  const { tab = 'cases' } = route.useSearch();
  const to = (own: string) => ({
    to: '/p/$projectId/runs/$runId' as const,
    params: { projectId, runId },
    search: own === 'cases' ? {} : { tab: own as 'decision' },
  });
  const findings = run.insights?.status === 'completed' ? run.insights.findings.length : undefined;
  return (
    <Tabs
      label="Parts of the run"
      current={tab}
      tabs={[
        { id: 'cases', word: 'Cases', count: cases ?? first.data?.pages[0]?.counts?.total, to: to('cases') },
        { id: 'decision', word: 'Decision', to: to('decision') },
        { id: 'insights', word: 'Insights', count: findings, to: to('insights') },
        { id: 'judge', word: 'Judge', to: to('judge') },
        { id: 'configuration', word: 'Configuration', to: to('configuration') },
        { id: 'exports', word: 'Exports', to: to('exports') },
      ]}
    />
  );
}
