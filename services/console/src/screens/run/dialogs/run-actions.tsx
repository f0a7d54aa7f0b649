import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EvalRun } from '@assay/sdk';
import { Button } from '../../../components/button/button.tsx';
import { MoreMenu, type MenuAction } from '../../../components/menu/menu.tsx';
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

/** The keys of a run's page; each costly one leads to a dialog. */
export function useRunKeys(run: EvalRun): KeyBinding[] {
  const { projectId, runId } = route.useParams();
  const navigate = useNavigate();
  if (isUnderWay(run)) return [{ keys: ['>'], label: 'cancel', run: () => openDialog('cancel') }];
  return [
    {
      keys: ['R'],
      label: rerunScopeOf(run) === 'excluded' ? 'rerun what is missing' : 'rerun failed',
      run: () => openDialog('rerun'),
    },
    {
      keys: ['C'],
      label: 'compare',
      run: () => void navigate({ to: '/p/$projectId/runs/$runId/compare', params: { projectId, runId } }),
    },
    { keys: ['y'], run: () => copyText(textOf(run), 'The verdict') },
    ...(run.verdict === 'failed' ? [{ keys: ['w'], label: 'waive', run: () => openDialog('waive') }] : []),
  ];
}

/** The buttons beside the verdict of a run. */
export function HeadActions({ run }: { run: EvalRun }) {
  const { projectId, runId } = route.useParams();
  const navigate = useNavigate();
  if (isUnderWay(run))
    return (
      <Button icon="stop" keyHint=">" onClick={() => openDialog('cancel')}>
        Cancel
      </Button>
    );
  const isMissing = rerunScopeOf(run) === 'excluded';
  const more: MenuAction[] = [
    { word: 'Copy as text', keyHint: 'y', run: () => copyText(textOf(run), 'The verdict') },
    {
      word: 'Grade again',
      run: () => openDialog('regrade'),
      ...(run.status !== 'completed' && { reason: 'it did not complete' }),
    },
    ...(run.verdict === 'failed' ? [{ word: 'Waive the gate', keyHint: 'w', run: () => openDialog('waive') }] : []),
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
      {run.verdict !== 'passed' && (
        <Button {...(isMissing && { look: 'primary' as const })} keyHint="R" onClick={() => openDialog('rerun')}>
          {isMissing ? 'Rerun what is missing' : 'Rerun failed'}
        </Button>
      )}
      <Button
        keyHint="C"
        onClick={() => {
          void navigate({ to: '/p/$projectId/runs/$runId/compare', params: { projectId, runId } });
        }}
      >
        Compare
      </Button>
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
