import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { TextField } from '../../components/field/field.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { useHeldDelete } from '../../data/held-delete.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { duplicateSuite } from './duplicate-suite.ts';
import { useArchive } from './use-archive.ts';

interface SuiteName {
  id: string;
  name: string;
  /** Absent unless it is archived. */
  archivedAt?: number;
}

/**
 * The actions on a suite beside its launch: the menu, and the dialogs that it opens. Operations:
 * updateEvalSuite, exportEvalSuiteFile, createEvalSuite, archiveEvalSuite, restoreEvalSuite, deleteEvalSuite.
 */
export function useSuiteActions({
  projectId,
  suite,
  onDeleted,
}: {
  projectId: string;
  suite: SuiteName;
  onDeleted: () => void;
}): { menu: ReactNode; dialogs: ReactNode } {
  const [asked, setAsked] = useState<'rename' | 'duplicate'>();
  const hold = useHeldDelete(['listEvalSuites']);
  const mayWrite = useMayWrite(projectId);
  const archive = useArchive(projectId);
  const archives = suite.archivedAt === undefined;
  const remove = (): void => {
    hold({
      id: suite.id,
      title: `${visibleText(suite.name)} is deleted, with its cases, runs and results.`,
      send: () => client.deleteEvalSuite({ projectId, suiteId: suite.id }, {}),
    });
    onDeleted();
  };
  return {
    menu: mayWrite && (
      <MoreMenu
        label="More about the suite"
        actions={[
          { word: 'Rename…', run: () => setAsked('rename') },
          { word: 'Duplicate…', run: () => setAsked('duplicate') },
          {
            word: archives ? 'Archive' : 'Restore',
            run: () => archive.run({ id: suite.id, name: suite.name, archives }),
          },
          { word: 'Delete', isDanger: true, run: remove },
        ]}
      />
    ),
    dialogs: asked && (
      <NameDialog
        key={asked}
        projectId={projectId}
        suite={suite}
        isCopy={asked === 'duplicate'}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

/** Asks for the name of a suite or of its copy. */
function NameDialog({
  projectId,
  suite,
  isCopy,
  onClose,
}: {
  projectId: string;
  suite: SuiteName;
  isCopy: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [name, setName] = useState(isCopy ? `${suite.name} copy` : suite.name);
  const address = { projectId, suiteId: suite.id };
  const save = useAction(
    async (given: string) => {
      if (isCopy) return (await duplicateSuite(address, given)).suiteId;
      return (await client.updateEvalSuite(address, { name: given })).id;
    },
    {
      changes: ['listEvalSuites', 'getEvalSuite', 'listEvalSuiteRevisions'],
      onDone: (suiteId, given) => {
        onClose();
        if (!isCopy) return;
        showToast({ kind: 'passed', title: `${visibleText(given)} was made.` });
        void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } });
      },
    },
  );
  const trimmed = name.trim();
  const canSave = trimmed !== '' && (isCopy || trimmed !== suite.name) && !save.isRunning;
  return (
    <Dialog
      title={isCopy ? `Duplicate ${visibleText(suite.name)}` : `Rename ${visibleText(suite.name)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!canSave} onClick={() => save.run(trimmed)}>
            {isCopy ? (save.isRunning ? 'Duplicating…' : 'Duplicate') : 'Rename'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        autoFocus
        value={name}
        maxLength={200}
        hint={isCopy ? 'Cases and settings are copied; runs, schedule and history are not.' : 'Unique in the project.'}
        onValue={setName}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && canSave) save.run(trimmed);
        }}
      />
      <ActionError error={save.error} />
    </Dialog>
  );
}
