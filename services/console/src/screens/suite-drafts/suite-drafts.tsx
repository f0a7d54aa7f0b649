import './suite-drafts.css';
import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Page } from '../../components/page/page.tsx';
import { PaneTabs } from '../../components/panes/pane-tabs.tsx';
import { Part } from '../../components/part/part.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { useOperation } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { useLiveCall } from '../case/case-live.tsx';
import { useSuiteTools } from '../case/use-suite-tools.ts';
import { callOf } from './draft-call.ts';
import { DraftDetail } from './draft-detail.tsx';
import { firstAnswers, type Answers } from './draft-doubts.tsx';
import { DraftList } from './draft-list.tsx';
import { DraftMore } from './draft-more.tsx';
import { DraftTool } from './draft-tool.tsx';
import { DraftTrialView } from './draft-trial.tsx';
import { DraftsVerdict } from './drafts-verdict.tsx';
import { DraftTry } from './draft-try.tsx';
import { decisionOf, isDoubtful, openIssuesOf, type DraftEntry } from './draft-words.ts';
import { useCommit } from './use-commit.ts';
import { isOfCalls, useDraftTry } from './use-draft-try.tsx';
import { useDrafts } from './use-drafts.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');
const RESOLUTION = 'A person has checked it: it is meant so.';

/**
 * The drafts of a suite, which wait for a person. Operations: listEvalCaseDrafts, listEvalAuthoringJobs, reviewEvalCaseDraft,
 * tryEvalCaseDraft, commitEvalAuthoringJob, generateEvalCases, importEvalCases, getEvalSuite, getProjectServer, listTools, callTool,
 * listToolCalls, getToolCall.
 */
export function SuiteDrafts({
  projectId,
  suiteId,
  suiteName,
  tabs,
}: {
  projectId: string;
  suiteId: string;
  suiteName: string;
  /** The tabs of the suite. */
  tabs: ReactNode;
}) {
  const address = { projectId, suiteId };
  const { sel, doubts } = route.useSearch();
  const navigate = route.useNavigate();
  const suite = useOperation('getEvalSuite', address);
  const servers = useSuiteTools(projectId, suite.data?.environment.servers ?? []);
  const { drafts, place, review } = useDrafts(projectId, suiteId);
  const jobs = useOperation('listEvalAuthoringJobs', address, { limit: 20 });
  const commit = useCommit(address);
  const live = useLiveCall(projectId, servers);
  const attempt = useDraftTry(address, servers, place);
  const [answered, setAnswered] = useState<Record<string, Answers>>({});
  const [open, setOpen] = useState<'more' | 'editor'>();
  const [pane, setPane] = useState<'list' | 'draft' | 'tool'>('list');

  const entries = drafts.items ?? [];
  const shown = doubts ? entries.filter((entry) => decisionOf(entry) === 'open' && isDoubtful(entry)) : entries;
  const entry =
    shown.find(({ draft }) => draft.draftId === sel) ?? shown.find((each) => decisionOf(each) === 'open') ?? shown[0];
  const answers = entry && (answered[entry.draft.draftId] ?? firstAnswers(entry));
  const select = (draftId: string | undefined): void => {
    setOpen(undefined);
    void navigate({ search: (old) => ({ ...old, sel: draftId ?? '' }), replace: true });
  };
  const step = (by: 1 | -1): void => {
    const at = shown.findIndex((each) => each === entry);
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) select(next.draft.draftId);
  };
  /** The next draft without a decision, behind the present one if there is one. */
  const goOn = (from: DraftEntry): void => {
    const at = shown.indexOf(from);
    const left = [...shown.slice(at + 1), ...shown.slice(0, at)].find((each) => decisionOf(each) === 'open');
    if (left) select(left.draft.draftId);
  };
  const decide = (of: DraftEntry, decision: 'kept' | 'rejected' | null): void => {
    const given = answered[of.draft.draftId] ?? firstAnswers(of);
    const open = openIssuesOf(of);
    if (decision === 'kept') {
      const isMissing =
        open.some(({ index }) => given.issues[index] === undefined) ||
        of.draft.additions.some(({ id }) => !given.additions.includes(id));
      if (isMissing) {
        select(of.draft.draftId);
        showToast({ kind: 'warning', title: 'Answer the doubt first', text: 'A draft with a doubt is never written.' });
        return;
      }
    }
    const values = open.flatMap(({ index }) => {
      const answer = given.issues[index];
      return typeof answer === 'object' ? [{ issue: index, value: answer.value }] : [];
    });
    const meant = open.flatMap(({ index }) =>
      given.issues[index] === 'meant' ? [{ issue: index, resolution: RESOLUTION }] : [],
    );
    const answersNow = {
      ...(values.length > 0 && { answers: values }),
      ...(meant.length > 0 && { resolutions: meant }),
      ...(given.additions.length > 0 && { acceptAdditions: [...given.additions] }),
    };
    review.run({ entry: of, change: { decision, ...(decision === 'kept' && answersNow) } });
    if (decision !== null) goOn(of);
  };
  const call = entry && answers && callOf(entry, answers);
  const callServer = servers.find(({ tools }) => tools.some(({ name }) => name === call?.toolName));
  const tryOnce = (): void => {
    if (entry && answers && isOfCalls(entry)) attempt.begin({ entry, answers });
    else if (call && callServer) live.begin({ ...call, serverName: callServer.name });
  };
  const kept = entries.filter((each) => decisionOf(each) === 'kept');
  const runCommit = (): void => {
    if (kept.length > 0 && !commit.isRunning) commit.run(kept);
  };

  return (
    <Page
      flush
      title={`Drafts of ${suiteName}`}
      crumbs={[
        { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
        { text: suiteName, to: { to: '/p/$projectId/suites/$suiteId', params: address, search: {} } },
        { text: 'Drafts' },
      ]}
      request={{ operation: 'listEvalCaseDrafts', params: address }}
      keys={
        entry
          ? [
              { keys: ['j', 'k'], label: 'draft', run: (key) => step(key === 'j' ? 1 : -1) },
              { keys: ['a'], label: 'keep', run: () => decide(entry, 'kept') },
              { keys: ['e'], label: 'edit', run: () => setOpen('editor') },
              { keys: ['x'], label: 'reject', run: () => decide(entry, 'rejected') },
              { keys: ['t'], label: 'try once', run: tryOnce },
              { keys: ['mod+Enter'], label: 'commit', run: runCommit },
            ]
          : []
      }
    >
      <div className="headpad">
        <DraftsVerdict
          entries={entries}
          isRead={drafts.items !== undefined}
          actions={
            <>
              <Button onClick={() => setOpen('more')}>Draft more</Button>
              <Button
                look="primary"
                keyHint="mod+Enter"
                disabled={kept.length === 0 || commit.isRunning}
                onClick={runCommit}
              >
                {commit.isRunning
                  ? 'Committing…'
                  : `Commit ${writeCount(kept.length)} of ${writeCount(entries.length)}`}
              </Button>
            </>
          }
        />
        {tabs}
      </div>
      <Part of={{ ...drafts, data: drafts.items }} what="drafts" rows={6}>
        {() =>
          entry && answers ? (
            <PaneTabs
              label="Pane"
              columns="draft-panes"
              options={[
                ['list', 'Drafts'],
                ['draft', 'Draft'],
                ['tool', 'Tool'],
              ]}
              value={pane}
              onChange={setPane}
            >
              <DraftList
                entries={entries}
                selected={entry.draft.draftId}
                onSelect={(draftId) => {
                  select(draftId);
                  setPane('draft');
                }}
                isDoubtsOnly={doubts === true}
                onDoubtsOnly={(isOn) =>
                  void navigate({
                    search: (old) => ({ ...old, doubts: isOn ? true : undefined }),
                    replace: true,
                  })
                }
                warnings={[
                  ...new Set(
                    (jobs.data?.items ?? []).flatMap(({ counts, warnings }) => (counts.drafts > 0 ? warnings : [])),
                  ),
                ]}
                onKeep={(each, isKept) => decide(each, isKept ? 'kept' : null)}
              />
              <DraftDetail
                key={entry.draft.draftId}
                address={address}
                entry={entry}
                answers={answers}
                onAnswers={(next) => setAnswered({ ...answered, [entry.draft.draftId]: next })}
                isEditing={open === 'editor'}
                onEdit={(isOn) => setOpen(isOn ? 'editor' : undefined)}
                onDecide={(decision) => decide(entry, decision)}
                error={review.error ?? commit.error}
                servers={servers}
                call={call}
                onTry={tryOnce}
                tried={
                  <>
                    {attempt.state}
                    {live.state}
                    {entry.draft.trial && <DraftTrialView entry={entry} trial={entry.draft.trial} />}
                    {!entry.draft.trial && call && callServer && (
                      <DraftTry
                        projectId={projectId}
                        serverId={callServer.id}
                        serverName={callServer.name}
                        call={call}
                        entry={entry}
                      />
                    )}
                  </>
                }
              />
              <DraftTool {...{ projectId, suiteId, entry, servers }} toolName={call?.toolName} />
            </PaneTabs>
          ) : (
            <div className="draft-empty">
              <Empty
                title={doubts ? 'No draft has a doubt' : 'No drafts wait here'}
                command={`assay suite draft ${JSON.stringify(suiteName)} -d '{"hold": true}'`}
                actions={<Button onClick={() => setOpen('more')}>Draft cases</Button>}
              >
                Drafts are proposed cases, made from the tools of the servers, a document or a session. They run nowhere
                until you commit them.
              </Empty>
            </div>
          )
        }
      </Part>
      {open === 'more' && <DraftMore address={address} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
