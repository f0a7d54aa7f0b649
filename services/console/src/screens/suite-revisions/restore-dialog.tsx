import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { ruleCount, type Gate } from '../suite/gate-words.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

type Revision = ItemOf<'listEvalSuiteRevisions'>;

/** Asks before a revision is restored; it says what stays before what changes. */
export function RestoreDialog({
  suite,
  revision,
  isRunning,
  onRestore,
  onClose,
}: {
  suite: SuiteRead;
  revision: Revision;
  isRunning: boolean;
  onRestore: () => void;
  onClose: () => void;
}) {
  const { revisionNumber: present } = suite;
  const removed = removedParts(suite, revision);
  return (
    <Dialog
      alert
      title={`Restore revision ${revision.revisionNumber}?`}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus onClick={onClose}>{`Keep revision ${present}`}</Button>
          <Button look="primary" disabled={isRunning} onClick={onRestore}>
            {`Restore revision ${revision.revisionNumber}`}
          </Button>
        </>
      }
    >
      <p>
        Cases, runs and their verdicts stay as they are. It becomes revision {present + 1}.{' '}
        {removed.length > 0 ? (
          <>
            These are removed, and stay in revision {present}:{' '}
            <b>
              <Foreign text={removed.join(', ')} />
            </b>
            .
          </>
        ) : (
          'Its settings take the place of the present ones.'
        )}
      </p>
    </Dialog>
  );
}

/** The parts that the present settings have and the revision has not. */
function removedParts(suite: SuiteRead, { suite: earlier }: Revision): string[] {
  const settings = (earlier['settings'] ?? {}) as { gate?: Gate | null; checks?: unknown[] };
  const environments = (earlier['environmentIds'] ?? []) as string[];
  const lost = suite.environmentIds.filter((id) => !environments.includes(id)).length;
  const checks = suite.settings.checks.length - (settings.checks?.length ?? 0);
  return [
    ...(suite.settings.gate && !settings.gate
      ? [`a gate of ${writeCountOf(ruleCount(suite.settings.gate), 'rule')}`]
      : []),
    ...(checks > 0 ? [writeCountOf(checks, 'check')] : []),
    ...(lost > 0 ? [writeCountOf(lost, 'environment')] : []),
  ];
}
