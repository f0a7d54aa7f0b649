import './insights-tab.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ActionableFinding, EvalRun, EvalRunStageAnalytics, InsightsEnvelope } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { MoreMenu } from '../../../components/menu/menu.tsx';
import { Note } from '../../../components/note/note.tsx';
import { Verdict } from '../../../components/verdict/verdict.tsx';
import { useOperation } from '../../../data/operations.ts';
import { writeCountOf } from '../../../lib/format/numbers.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { useKeys } from '../../../lib/keys.ts';
import { NOTHING, useSelection } from '../../../lib/use-selection.ts';
import { useRoleReason } from '../../../data/project-role.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { RunTabs } from '../run-head.tsx';
import { isUnderWay } from '../run-words.tsx';
import { AskInsights } from './ask-insights.tsx';
import { FindingInspector } from './finding-inspector.tsx';
import { Findings } from './findings.tsx';
import { PathTable } from './path-table.tsx';
import { StageTable } from './stage-table.tsx';
import { STAGES } from './finding-words.ts';
import { ToolTable } from './tool-table.tsx';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/**
 * The findings of a run: what its failures have in common, and where each is fixed. Operations: getEvalRun, requestEvalRunInsights,
 * getEvalRunStageAnalytics, getEvalRunRouteFacts, compareEvalRun.
 */
export function InsightsTab({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const { sel } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const stages = useOperation('getEvalRunStageAnalytics', { projectId, runId });
  const insights = run.insights?.status === 'completed' ? run.insights : undefined;
  const findings = insights?.findings ?? [];
  const isKnown = sel === NOTHING || findings.some(({ id }) => id === sel);
  const selected = useSelection(isKnown ? sel : undefined, findings[0]?.id);
  const shown = findings.find(({ id }) => id === selected);
  const select = (id: string | undefined): void => {
    void navigate({ search: (old) => ({ ...old, sel: id }), replace: true });
  };
  const openTrials = ({ caseIds: [caseId] }: ActionableFinding): void => {
    if (caseId !== undefined)
      void navigate({ to: '/p/$projectId/runs/$runId', params: { projectId, runId }, search: { sel: caseId } });
  };
  useKeys(
    shown
      ? [
          { keys: ['y'], label: 'copy as text', run: () => copyText(textOf(shown), 'The finding') },
          {
            keys: ['o'],
            run: () => {
              const [caseId] = shown.caseIds;
              if (caseId !== undefined)
                void navigate({
                  to: '/p/$projectId/suites/$suiteId/cases/$caseId',
                  params: { projectId, suiteId: run.suiteId, caseId },
                });
            },
          },
        ]
      : [],
  );
  return (
    <>
      <InsightsVerdict run={run} stages={stages.data} shown={shown} />
      <RunTabs run={run} />
      <div className={`insights-cols${shown ? ' open' : ''}`}>
        <div>
          {insights ? (
            <Findings insights={insights} selected={shown?.id} onSelect={select} onOpen={openTrials} />
          ) : (
            <NotAsked run={run} />
          )}
          <StageTable stages={stages} />
          <div className="cols c2 insights-below">
            <ToolTable stages={stages} />
            <PathTable />
          </div>
        </div>
        {shown && <FindingInspector run={run} finding={shown} onClose={() => select(NOTHING)} />}
      </div>
    </>
  );
}

/** A finding as text, for a message. */
const textOf = ({ title, affected, rootCause, observed, recommendation }: ActionableFinding): string =>
  `${title}: ${affected.count} of ${writeCountOf(affected.total, 'trial')}\n${rootCause ?? observed}\nTry next: ${recommendation}`;

function InsightsVerdict({
  run,
  stages,
  shown,
}: {
  run: EvalRun;
  stages: EvalRunStageAnalytics | undefined;
  /** The chosen finding. */
  shown: ActionableFinding | undefined;
}) {
  const insights = run.insights?.status === 'completed' ? run.insights : undefined;
  const { projectId } = route.useParams();
  const reason = useRoleReason(projectId, 'member');
  const { failed } = run.trials;
  const actions = (
    <>
      {shown && (
        <Button icon="copy" keyHint="y" onClick={() => copyText(textOf(shown), 'The finding')}>
          Copy as text
        </Button>
      )}
      <AskInsights run={run} />
      <MoreMenu
        actions={[
          {
            word: 'Grade again',
            run: () => openDialog('regrade'),
            reason: run.status === 'completed' ? reason : 'it did not complete',
          },
        ]}
      />
    </>
  );
  if (failed === 0)
    return (
      <Verdict
        kind={isUnderWay(run) ? 'running' : 'passed'}
        word="No trial fails."
        rest={isUnderWay(run) ? 'So far.' : ''}
        actions={actions}
      />
    );
  return (
    <Verdict
      kind="failed"
      word={`${writeCountOf(failed, 'trial')} ${failed === 1 ? 'fails' : 'fail'}${insights ? `, in ${writeCountOf(insights.findings.length, 'way')}` : ''}.`}
      rest={insights && newText(insights)}
      why={<Why run={run} insights={insights} stages={stages} />}
      actions={actions}
    />
  );
}

function newText({ findings }: InsightsEnvelope): string {
  const fresh = findings.filter(({ status }) => status === 'new').length;
  if (findings.length === 0) return '';
  if (fresh === 0) return 'All of them were there before.';
  return fresh === findings.length ? 'All of them are new.' : `${fresh} of the ${findings.length} are new.`;
}

function Why({
  run,
  insights,
  stages,
}: {
  run: EvalRun;
  insights: InsightsEnvelope | undefined;
  stages: EvalRunStageAnalytics | undefined;
}) {
  const worst = stages?.stages.toSorted((a, b) => b.failed - a.failed)[0];
  return (
    <>
      {worst && worst.failed > 0 && (
        <>
          Most trials break at the stage <b>{STAGES[worst.stage]!.word.toLowerCase()}</b>.{' '}
        </>
      )}
      {insights &&
        (insights.explainedBy === undefined
          ? `Found by fixed rules, from ${insights.coverage.analyzed === run.trials.total ? 'all ' : ''}${writeCountOf(insights.coverage.analyzed, 'trial')}; no model was asked.`
          : `Found by fixed rules, and explained by ${insights.explainedBy}.`)}
      {insights?.coverage.lowConfidence && ' The trials are few, so a pattern may be chance.'}
    </>
  );
}

function NotAsked({ run }: { run: EvalRun }) {
  if (run.insights?.status === 'pending') return <Note kind="running" title="The failures are being read" />;
  if (isUnderWay(run)) return <Note kind="note" title="What the failures share is found when the run is over" />;
  return (
    <Note
      kind={run.insights?.error ? 'open' : 'note'}
      title="What the failures share was not asked yet"
      action={<AskInsights run={run} />}
    >
      {run.insights?.error?.message ??
        'Rules read the recorded trials first; a model explains them where the project allows it.'}
    </Note>
  );
}
