import './suite-revisions.css';
import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { usePages, type ItemOf } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { useMemberNames } from '../../data/use-members.ts';
import { changeSearch } from '../../lib/search.ts';
import { SuiteFrame } from '../suite/suite-frame.tsx';
import { useSuiteCases, useSuiteRuns } from '../suite/suite-nav.tsx';
import { suiteTabLink, type SuiteTabProps } from '../suite/suite-tab.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { RevisionPanel } from './revision-panel.tsx';
import { RevisionVerdict } from './revision-verdict.tsx';
import { RunsByRevision, runsOf } from './runs-by-revision.tsx';

export type Revision = ItemOf<'listEvalSuiteRevisions'>;
const useSearch = () => route.useSearch();
type Search = ReturnType<typeof useSearch>;
const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');

/**
 * The revisions of a suite's settings: who changed what, which runs were made with each, and the way back. Operations:
 * listEvalSuiteRevisions, restoreEvalSuiteRevision, listEvalSuiteRuns, listProjectMembers.
 */
export function RevisionsTab({ suite }: SuiteTabProps) {
  const { projectId, id: suiteId, revisionNumber } = suite;
  const address = { projectId, suiteId };
  const { rev, base, restore } = useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite(projectId);
  const [view, setView] = useState<'changes' | 'whole'>('changes');
  const nameOf = useMemberNames(projectId);
  const revisions = usePages('listEvalSuiteRevisions', address, {});
  const runs = useSuiteRuns(suite);
  const cases = useSuiteCases(suite);
  const items = revisions.items ?? [];
  const find = (number: string | undefined): Revision | undefined =>
    items.find((each) => String(each.revisionNumber) === number);
  const shown = find(rev) ?? items[0];
  const before = find(base) ?? (shown && items[items.indexOf(shown) + 1]);
  const set = (change: { [Name in keyof Search]?: Search[Name] | undefined }): void =>
    void navigate({ search: changeSearch<Search>(change), replace: true });
  const toRestore = find(restore);
  const action = useAction(
    (revision: number) =>
      client.restoreEvalSuiteRevision(
        { ...address, revisionNumber: String(revision) },
        { expectedRevision: revisionNumber },
      ),
    {
      changes: ['getEvalSuite', 'listEvalSuiteRevisions', 'listEvalSuites'],
      onDone: () => set({ restore: undefined, rev: undefined, base: undefined }),
    },
  );
  const askRestore = (): void => {
    if (mayWrite && shown && shown.revisionNumber !== revisionNumber) set({ restore: String(shown.revisionNumber) });
  };
  const pair = new Set([shown, before].flatMap((each) => (each ? [String(each.revisionNumber)] : [])));
  const choose = (chosen: ReadonlySet<string>): void => {
    const [newest, second] = [...chosen].map(Number).toSorted((a, b) => b - a);
    if (chosen.size === 2) set({ rev: String(newest), base: String(second) });
    else if (chosen.size > 2) {
      const added = [...chosen].find((id) => !pair.has(id))!;
      const [high, low] = [Number(added), shown!.revisionNumber].toSorted((a, b) => b - a);
      set({ rev: String(high), base: String(low) });
    } else set({ rev: newest === undefined ? undefined : String(newest), base: undefined });
  };
  return (
    <SuiteFrame
      suite={suite}
      tab="revisions"
      request={{ operation: 'listEvalSuiteRevisions', params: address }}
      keys={[{ keys: ['Z'], label: 'restore', run: askRestore }]}
      head={
        <RevisionVerdict
          suite={suite}
          revisions={items}
          runs={runs.data?.items ?? []}
          actions={
            <Button onClick={() => void navigate(suiteTabLink(suite, 'file') as never)}>Compare with the file</Button>
          }
        />
      }
    >
      <div className="revision-columns">
        <div>
          <Section title="Revisions" about="newest first; a save makes one">
            <Part of={revisions} what="revisions" rows={3}>
              {() => (
                <div className="frame">
                  <DataTable
                    label="Revisions"
                    noun="revision"
                    columns={[
                      {
                        id: 'revision',
                        head: 'Rev.',
                        kind: 'number',
                        cell: ({ revisionNumber: number }: Revision) => <span className="strong">{number}</span>,
                      },
                      {
                        id: 'words',
                        head: 'What changed',
                        kind: 'fill',
                        cell: ({ words }: Revision) => <Foreign text={words} />,
                      },
                      {
                        id: 'by',
                        head: 'By',
                        narrow: 'below',
                        cell: ({ createdBy }: Revision) => (
                          <span className="muted">
                            <Foreign text={nameOf(createdBy) ?? createdBy ?? 'a key'} />
                          </span>
                        ),
                      },
                      {
                        id: 'saved',
                        head: 'Saved',
                        kind: 'number',
                        cell: ({ createdAt }: Revision) => (
                          <span className="muted">
                            <Time time={createdAt} />
                          </span>
                        ),
                      },
                      {
                        id: 'runs',
                        head: 'Runs',
                        kind: 'number',
                        narrow: 'hidden',
                        cell: ({ revisionNumber: number }: Revision) => runsOf(runs.data?.items ?? [], number),
                      },
                    ]}
                    groups={[{ id: 'all', head: undefined, rows: items }]}
                    idOf={({ revisionNumber: number }) => String(number)}
                    selected={shown && String(shown.revisionNumber)}
                    onSelect={({ revisionNumber: number }) => set({ rev: String(number), base: undefined })}
                    chosen={pair}
                    onChoose={choose}
                    onEnd={revisions.hasNextPage ? () => void revisions.fetchNextPage() : undefined}
                  />
                </div>
              )}
            </Part>
            <p className="small faint list-foot">
              {cases.data &&
                `Cases have revisions of their own: ${cases.data.items.filter(({ revision }) => revision === 1).length} of ${cases.data.items.length} are at revision 1. `}
              A revision is never deleted, and a run names the one that it was made with.
            </p>
          </Section>
          <RunsByRevision revisions={items} runs={runs.data?.items ?? []} />
          <ActionError error={action.error} />
        </div>
        {shown && (
          <RevisionPanel
            shown={shown}
            before={before}
            canRestore={mayWrite && shown.revisionNumber !== revisionNumber}
            runs={runs.data?.items ?? []}
            view={view}
            onView={setView}
            onRestore={askRestore}
          />
        )}
      </div>
      {toRestore && (
        <RestoreDialog
          suite={suite}
          revision={toRestore}
          isRunning={action.isRunning}
          onRestore={() => action.run(toRestore.revisionNumber)}
          onClose={() => set({ restore: undefined })}
        />
      )}
    </SuiteFrame>
  );
}
