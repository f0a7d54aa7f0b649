import './iteration.css';
import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import type { EvalIterationDetail } from '@assay/sdk';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { PaneTabs } from '../../components/panes/pane-tabs.tsx';
import { Tabs, type Tab } from '../../components/tabs/tabs.tsx';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { ConversationTab } from './conversation-tab.tsx';
import { callMarksOf, citingItems, firstItem, messageMarksOf, type CitingItem } from './evidence.ts';
import { EvidencePanel } from './evidence-panel.tsx';
import { jumpToEvidence, selectionOf, turnOf } from './evidence-selection.ts';
import { PANES, useShownPane, type TabId } from './iteration-panes.ts';
import { IterationVerdict } from './iteration-verdict.tsx';
import { JudgeTab } from './judge-tab.tsx';
import { TimelineTab } from './timeline-tab.tsx';
import { GROWING_MS, useSpans, useTranscript, useWire, type IterationTarget } from './use-trace.ts';
import { WidgetTab } from './widget-tab.tsx';
import { WireTab } from './wire-tab.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId/i/$iterationId');
const PATH = '/p/$projectId/runs/$runId/i/$iterationId';

/**
 * One iteration of a run, with its trace. Operations: getEvalIteration, getEvalRun (its number and suite),
 * getEvalIterationTrace, or of a long trace listEvalIterationSpans, getEvalTracePayload and listEvalIterationTraceParts;
 * labelEvalIteration, promoteEvalIteration, getEvalIterationScreenshot.
 */
export function IterationScreen() {
  const { projectId, runId, iterationId } = route.useParams();
  const target = useMemo(() => ({ projectId, runId, iterationId }), [projectId, runId, iterationId]);
  const detail = useQuery({
    ...operationQuery('getEvalIteration', target),
    refetchInterval: ({ state }) => (state.data?.mark === 'open' ? GROWING_MS : false),
  });
  return (
    <ObjectPage of={detail} what="trial">
      {(data) => <Iteration key={iterationId} target={target} detail={data} />}
    </ObjectPage>
  );
}

function Iteration({ target, detail }: { target: IterationTarget; detail: EvalIterationDetail }) {
  const search = route.useSearch();
  const { tab = 'timeline' } = search;
  const navigate = route.useNavigate();
  const run = useOperation('getEvalRun', { projectId: target.projectId, runId: target.runId });
  const items = useMemo(() => citingItems(detail), [detail]);
  const chosen = items.find(({ id }) => id === search.check) ?? firstItem(items, detail);
  const transcript = useTranscript(target, detail, true);
  const spans = useSpans(target, detail);
  const wire = useWire(target, detail, tab === 'wire');
  const callMarks = useMemo(() => callMarksOf(items, detail), [items]);
  const messageMarks = useMemo(() => messageMarksOf(items), [items]);

  const select = useCallback(
    (change: { span?: string; msg?: string; check?: string; q?: string | undefined }) =>
      void navigate({ search: (old) => given({ ...old, ...change }), replace: true }),
    [target],
  );
  const open = (iterationId: string): void =>
    void navigate({ to: PATH, params: { ...target, iterationId }, search: given({ tab: search.tab }) });
  const isOnePane =
    (tab === 'wire' && wire.data === undefined) ||
    (tab === 'widget' && transcript.data === undefined) ||
    (detail.trace === null && (tab === 'wire' || tab === 'widget'));
  const [pane, showPane] = useShownPane(tab, { isOnePane, hasMessage: search.msg !== undefined });
  const spanId = search.span ?? chosen?.place?.spanId;
  const turnId = search.msg ?? turnOf(chosen);
  const messageAt = search.msg === undefined ? chosen?.place?.wireIndex : Number(search.msg);
  const choose = (item: CitingItem): void => select(selectionOf(item, tab));

  const hasWidget = (transcript.data?.renderings?.length ?? 0) > 0;
  const counts: Partial<Record<TabId, number>> = {
    ...(spans.total !== undefined && { timeline: spans.total }),
    ...(transcript.data && { conversation: transcript.data.messages.length }),
    ...(wire.data && { wire: wire.data.length }),
    ...(hasWidget && { widget: transcript.data!.renderings!.length }),
    ...(detail.opinions.length > 0 && { judge: detail.opinions.length }),
  };
  const tabs: Tab[] = TABS.map(([id, word]) => ({
    id,
    word,
    count: counts[id],
    to: { to: PATH, params: target, search: given({ tab: id === 'timeline' ? undefined : id, check: search.check }) },
  }));
  const { previousFailedIterationId: previous, nextFailedIterationId: next, title, iterationNumber } = detail;
  const suiteName = run.data?.suiteName;
  return (
    <Page
      flush
      title={`${title ?? 'Trial'}, iteration ${iterationNumber}`}
      crumbs={[
        ...(run.data && suiteName !== undefined
          ? [
              {
                text: suiteName,
                to: {
                  to: '/p/$projectId/suites/$suiteId' as const,
                  params: { projectId: target.projectId, suiteId: run.data.suiteId },
                },
              },
              { text: `Run ${run.data.runNumber}`, to: { to: '/p/$projectId/runs/$runId' as const, params: target } },
            ]
          : []),
        { text: `${title ?? 'Trial'}, iteration ${iterationNumber}` },
      ]}
      request={requestOf(tab, target)}
      keys={[
        {
          keys: ['[', ']'],
          label: 'previous, next failure',
          run: (key) => {
            const to = key === '[' ? previous : next;
            if (to !== null) open(to);
          },
        },
        { keys: ['e'], label: 'evidence', run: () => jumpToEvidence(chosen, () => chosen && choose(chosen), showPane) },
      ]}
    >
      <div className="headpad">
        <IterationVerdict target={target} detail={detail} runNumber={run.data?.runNumber} open={open} />
        <Tabs tabs={tabs} current={tab} label="Trace" />
      </div>
      <PaneTabs
        options={PANES[tab]!}
        value={pane}
        onChange={showPane}
        label="Parts of the trace"
        columns={tab === 'widget' ? 'iteration-panes widget-panes' : 'iteration-panes'}
      >
        {detail.trace === null && tab !== 'judge' ? (
          <NothingRecorded isOpen={detail.mark === 'open'} />
        ) : (
          <>
            {tab === 'timeline' && (
              <TimelineTab
                target={target}
                detail={detail}
                spans={spans}
                transcript={transcript.data}
                selected={spanId}
                onSelect={(span) => select({ span })}
                callMarks={callMarks}
              />
            )}
            {tab === 'conversation' && (
              <ConversationTab
                detail={detail}
                transcript={transcript}
                selected={turnId}
                isNamed={search.msg !== undefined}
                onSelect={(msg) => select({ msg })}
                callMarks={callMarks}
                messageMarks={messageMarks}
              />
            )}
            {tab === 'wire' && (
              <WireTab
                projectId={target.projectId}
                wire={wire}
                items={items}
                selected={messageAt}
                onSelect={(place) => {
                  select({ msg: String(place) });
                  showPane('detail');
                }}
                query={search.q ?? ''}
                onQuery={(q) => select({ q: q === '' ? undefined : q })}
              />
            )}
            {tab === 'widget' && (
              <WidgetTab
                trace={transcript}
                items={items}
                chosen={chosen}
                onChoose={choose}
                selected={search.span}
                onSelect={(span) => select({ span })}
              />
            )}
          </>
        )}
        {tab === 'judge' && <JudgeTab target={target} detail={detail} />}
        {tab !== 'wire' && tab !== 'widget' && (
          <EvidencePanel
            target={target}
            detail={detail}
            items={items}
            chosen={chosen}
            onChoose={choose}
            transcript={transcript.data}
          />
        )}
      </PaneTabs>
    </Page>
  );
}

const TABS = [
  ['timeline', 'Timeline'],
  ['conversation', 'Conversation'],
  ['wire', 'Wire'],
  ['widget', 'Widget'],
  ['judge', 'Judge'],
] as const satisfies readonly (readonly [TabId, string])[];

/** The request that a tab is made of. */
const requestOf = (tab: TabId, params: IterationTarget) => ({
  operation: tab === 'judge' ? 'getEvalIteration' : 'getEvalIterationTrace',
  params: { ...params },
});

const NothingRecorded = ({ isOpen }: { isOpen: boolean }) => (
  <section className="pane" aria-label="Trace">
    <p className="pad muted">
      {isOpen
        ? 'Nothing has been recorded yet.'
        : 'There is no trace of this trial: nothing was recorded, or it was deleted after the days that traces are kept.'}
    </p>
  </section>
);
