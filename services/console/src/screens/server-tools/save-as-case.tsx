import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import type { FormValue } from '../../components/schema-form/schema-form.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Makes a case of a call: its step calls the tool with the same arguments. Operations: listEvalSuites, createEvalCase. */
export function SaveAsCase({
  projectId,
  serverName,
  toolName,
  value,
  onClose,
}: {
  projectId: string;
  serverName: string;
  toolName: string;
  value: FormValue;
  onClose: () => void;
}) {
  const suites = useOperation('listEvalSuites', { projectId });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const [title, setTitle] = useState(`${toolName} answers`);
  const suiteId = chosen ?? suites.data?.items[0]?.id;
  const save = useAction(
    (into: string) =>
      client.createEvalCase(
        { projectId, suiteId: into },
        { title, steps: [{ id: 'call', kind: 'toolCall', serverName, toolName, arguments: { ...value } }] },
      ),
    {
      changes: ['listEvalCases', 'getEvalSuite'],
      onDone: ({ id }, into) =>
        void navigate({
          to: '/p/$projectId/suites/$suiteId/cases/$caseId',
          params: { projectId, suiteId: into, caseId: id },
        }),
    },
  );
  return (
    <Dialog
      title="Save the call as a case"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={suiteId === undefined || title.trim() === '' || save.isRunning}
            onClick={() => suiteId !== undefined && save.run(suiteId)}
          >
            {save.isRunning ? 'Saving…' : 'Save the case'}
          </Button>
        </>
      }
    >
      <Part of={suites} what="suites">
        {({ items }) =>
          items.length === 0 ? (
            <p>A case belongs to a suite, and this project has none yet.</p>
          ) : (
            <div className="col">
              <SelectField
                label="Suite"
                options={items.map(({ id, name }) => [id, visibleText(name)] as const)}
                value={suiteId ?? ''}
                onValue={setChosen}
              />
              <TextField label="Title" value={title} onValue={setTitle} />
              <p className="small faint">What the case expects is added in its editor.</p>
            </div>
          )
        }
      </Part>
      <ActionError error={save.error} />
    </Dialog>
  );
}
