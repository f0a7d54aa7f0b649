import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { MoreMenu, type MenuAction } from '../../../components/menu/menu.tsx';
import { useRoleReason } from '../../../data/project-role.ts';
import { copyText } from '../../../lib/copy-text.ts';
import type { KeyBinding } from '../../../lib/keys.ts';
import { isUnderWay } from '../run-words.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { RegradeDialog } from './regrade-dialog.tsx';
import { RerunDialog } from './rerun-dialog.tsx';
import { WaiveDialog } from './waive-dialog.tsx';
import { rerunScopeOf } from './rerun-scope.ts';
import { openDialog, useOpenDialog, type DialogName } from './open-dialog.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

/** A run as text, for a message: its sentence, why, and its address. */
const textOf = ({ runNumber, suiteName, sentence, because }: EvalRun): string =>
  `${suiteName}, run ${runNumber}: ${sentence} ${because}\n${location.origin}${location.pathname}`;

/** The keys of a run's page, named on the tabs that have their buttons; each costly one leads to a dialog. */
export function useRunKeys(run: EvalRun): KeyBinding[] {
  const { projectId, runId } = route.useParams();
  const { tab = 'cases' } = route.useSearch();
  const navigate = useNavigate();
  const mayWrite = useRoleReason(projectId, 'member') === undefined;
  const mayWaive = useRoleReason(projectId, 'admin') === undefined;
  if (isUnderWay(run)) return mayWrite ? [{ keys: ['>'], label: 'cancel', run: () => openDialog('cancel') }] : [];
  return [
    ...(mayWrite
      ? [
          {
            keys: ['R'],
            ...(tab === 'cases' && {
              label: rerunScopeOf(run) === 'excluded' ? 'rerun what is missing' : 'rerun failed',
            }),
            run: () => openDialog('rerun'),
          },
        ]
      : []),
    {
      keys: ['C'],
      ...(tab === 'cases' && { label: 'compare' }),
      run: () => void navigate({ to: '/p/$projectId/runs/$runId/compare', params: { projectId, runId } }),
    },
    { keys: ['y'], run: () => copyText(textOf(run), 'The verdict') },
    ...(run.verdict === 'failed' && mayWaive
      ? [{ keys: ['w'], ...(tab === 'decision' && { label: 'waive' }), run: () => openDialog('waive') }]
      : []),
  ];
}

/** The verdict as text, for a message. */
export const CopyAsText = ({ run }: { run: EvalRun }) => (
  <Button icon="copy" keyHint="y" onClick={() => copyText(textOf(run), 'The verdict')}>
    Copy as text
  </Button>
);

/** The buttons beside the verdict of a run; beside its decision the waiver has the place of what is tried next. */
export function HeadActions({ run, of = 'cases' }: { run: EvalRun; of?: 'cases' | 'decision' }) {
  const { projectId, runId } = route.useParams();
  const navigate = useNavigate();
  const reason = useRoleReason(projectId, 'member');
  const waiveReason = useRoleReason(projectId, 'admin');
  if (isUnderWay(run))
    return (
      <Button
        icon="stop"
        keyHint=">"
        disabled={reason !== undefined}
        title={reason}
        onClick={() => openDialog('cancel')}
      >
        Cancel
      </Button>
    );
  const isMissing = rerunScopeOf(run) === 'excluded';
  const isDecision = of === 'decision';
  const canRerun = run.verdict !== 'passed';
  const withRerun = canRerun && (!isDecision || isMissing);
  const withWaiver = isDecision && run.verdict === 'failed';
  const compare = (): void => void navigate({ to: '/p/$projectId/runs/$runId/compare', params: { projectId, runId } });
  const more: MenuAction[] = [
    ...(isDecision
      ? [{ word: 'Compare', keyHint: 'C', run: compare }]
      : [{ word: 'Copy as text', keyHint: 'y', run: () => copyText(textOf(run), 'The verdict') }]),
    ...(canRerun && !withRerun ? [{ word: 'Rerun failed', keyHint: 'R', run: () => openDialog('rerun'), reason }] : []),
    {
      word: 'Grade again',
      run: () => openDialog('regrade'),
      reason: run.status === 'completed' ? reason : 'it did not complete',
    },
    ...(run.verdict === 'failed' && !isDecision
      ? [{ word: 'Waive the gate', keyHint: 'w', run: () => openDialog('waive'), reason: waiveReason }]
      : []),
    ...(run.runGroupId === undefined
      ? []
      : [
          {
            word: 'Open its group',
            run: () =>
              void navigate({
                to: '/p/$projectId/groups/$runGroupId',
                params: { projectId, runGroupId: run.runGroupId! },
              }),
          },
        ]),
  ];
  return (
    <>
      {withRerun && (
        <Button
          {...(isMissing && { look: 'primary' as const })}
          keyHint="R"
          disabled={reason !== undefined}
          title={reason}
          onClick={() => openDialog('rerun')}
        >
          {isMissing ? 'Rerun what is missing' : 'Rerun failed'}
        </Button>
      )}
      {isDecision ? (
        <CopyAsText run={run} />
      ) : (
        <Button keyHint="C" onClick={compare}>
          Compare
        </Button>
      )}
      {withWaiver && (
        <Button
          keyHint="w"
          disabled={waiveReason !== undefined}
          title={waiveReason}
          onClick={() => openDialog('waive')}
        >
          Waive the gate
        </Button>
      )}
      <MoreMenu actions={more} />
    </>
  );
}

const DIALOGS: Record<DialogName, (props: { run: EvalRun; onClose: () => void }) => React.ReactNode> = {
  rerun: RerunDialog,
  regrade: RegradeDialog,
  cancel: CancelDialog,
  waive: WaiveDialog,
};

/** The dialog of a run that is open; the address may open the one of a waiver. */
export function RunDialogs({ run }: { run: EvalRun }) {
  const { waive } = route.useSearch();
  const navigate = useNavigate({ from: '/p/$projectId/runs/$runId' });
  const [wasAsked, setAsked] = useState(false);
  const opened = useOpenDialog();
  const name = opened ?? (waive && !wasAsked ? 'waive' : undefined);
  if (!name) return null;
  const Shown = DIALOGS[name];
  const close = (): void => {
    openDialog(undefined);
    setAsked(true);
    if (waive) void navigate({ search: (old) => ({ ...old, waive: undefined }), replace: true });
  };
  return <Shown run={run} onClose={close} />;
}
