import type { ReactNode } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';

type Run = ItemOf<'listEvalSuiteRuns'>;
type Revision = ItemOf<'listEvalSuiteRevisions'>;

/** Which revision is in force, and what changed since the last run. */
export function RevisionVerdict({
  suite: { revisionNumber },
  revisions,
  runs,
  actions,
}: {
  suite: SuiteRead;
  revisions: readonly Revision[];
  runs: readonly Run[];
  actions: ReactNode;
}) {
  const latest = runs.find(({ suiteRevision }) => suiteRevision !== undefined);
  const since = latest ? revisions.filter((each) => each.revisionNumber > latest.suiteRevision!) : [];
  return (
    <Verdict
      kind="note"
      word={`Revision ${revisionNumber} is in force.`}
      rest={
        latest ? `Run ${latest.runNumber} was made with revision ${latest.suiteRevision!}.` : 'No run was made yet.'
      }
      why={
        latest === undefined ? (
          'A save makes a revision; cases have revisions of their own.'
        ) : since.length === 0 ? (
          'Nothing changed since then.'
        ) : (
          <>
            Since then, in {writeCountOf(since.length, 'revision')}:{' '}
            <b>
              <Foreign text={since.map(({ words }) => words).join(', and ')} />
            </b>
            .
          </>
        )
      }
      actions={actions}
    />
  );
}
