import { useState } from 'react';
import { Problem, type EvalTestStep } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { ConflictDialog, type Conflict } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { TextField } from '../../components/field/field.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeptEdit, type Revised } from '../../lib/kept-edit.ts';
import { stepWords } from '../../lib/words/step-words.tsx';
import { useKeys } from '../../lib/keys.ts';
import { CaseSteps } from '../case/case-steps.tsx';
import type { SuiteServer } from '../case/use-suite-tools.ts';
import type { DraftEntry } from './draft-words.ts';

interface DraftEdit {
  title: string;
  steps: EvalTestStep[];
}

const editOf = ({ case: { title, steps } }: DraftEntry['draft']): DraftEdit => ({
  title,
  steps: steps as EvalTestStep[],
});

/** The title and the steps of a draft, changed without writing it. Operations: reviewEvalCaseDraft, getEvalAuthoringJob. */
export function DraftEditor({
  address,
  entry: { jobId, draft },
  servers,
  onDone,
}: {
  address: { projectId: string; suiteId: string };
  entry: DraftEntry;
  servers: readonly SuiteServer[];
  /** It was saved, or is left as it is. */
  onDone: () => void;
}) {
  const types = useOperation('listEvalAssertionTypes');
  const edit = useKeptEdit<DraftEdit>(`draft ${draft.draftId}`, { revision: draft.revision, value: editOf(draft) });
  const [chosen, setChosen] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<DraftEdit>>();
  const save = useAction(
    async ({ base, value }: { base: Revised<DraftEdit>; value: DraftEdit }) => {
      const target = { ...address, jobId, draftId: draft.draftId };
      try {
        return await client.reviewEvalCaseDraft(target, { expectedRevision: base.revision, case: value });
      } catch (error) {
        if (!(error instanceof Problem) || error.details?.['currentRevision'] === undefined) throw error;
        const job = await client.getEvalAuthoringJob({ ...address, jobId });
        const present = job.drafts.find((each) => each.draftId === draft.draftId);
        if (!present) throw error;
        setConflict({
          base: edit.base,
          theirs: { revision: present.revision, value: editOf(present) },
          yours: value,
          at: job.updatedAt,
        });
        return undefined;
      }
    },
    {
      changes: ['listEvalCaseDrafts'],
      onDone: (saved) => {
        if (!saved) return;
        edit.begin({ revision: saved.revision, value: editOf(saved) });
        onDone();
      },
    },
  );
  const saveEdit = (): void => save.run({ base: edit.base, value: edit.value });
  useKeys([
    { keys: ['mod+s'], label: 'save', run: saveEdit },
    { keys: ['Escape'], label: 'leave', run: onDone },
  ]);
  const leave = (): void => {
    edit.discard();
    onDone();
  };
  return (
    <div className="col">
      <ActionError error={save.error} />
      <TextField
        label="Title"
        dir="auto"
        autoFocus
        value={edit.value.title}
        onValue={(title) => edit.change({ ...edit.value, title })}
      />
      <Part of={types} what="assertions">
        {(known) => (
          <CaseSteps
            steps={edit.value.steps}
            onSteps={(steps) => edit.change({ ...edit.value, steps })}
            chosen={chosen}
            onChoose={setChosen}
            servers={servers}
            types={known}
          />
        )}
      </Part>
      <div className="row">
        <Button look="primary" keyHint="mod+s" disabled={!edit.isDirty || save.isRunning} onClick={saveEdit}>
          {save.isRunning ? 'Saving…' : 'Save the draft'}
        </Button>
        <Button onClick={leave}>Discard changes</Button>
      </div>
      {conflict && (
        <ConflictDialog
          what="draft"
          draw={stepWords}
          conflict={conflict}
          isRunning={save.isRunning}
          onKeepEditing={() => setConflict(undefined)}
          onTakeTheirs={() => {
            edit.begin(conflict.theirs);
            setConflict(undefined);
          }}
          onSave={(value) => {
            edit.begin(conflict.theirs, value);
            setConflict(undefined);
            save.run({ base: conflict.theirs, value });
          }}
        />
      )}
    </div>
  );
}
