import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Check } from '../../components/field/check.tsx';
import { TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';

/** A new suite: its name and its servers; cases come on its page. Operations: createEvalSuite, listProjectServers. */
export function NewSuite({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const servers = useOperation('listProjectServers', { projectId }, { limit: 200 });
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const make = useAction(() => client.createEvalSuite({ projectId }, { name: name.trim(), serverIds: [...chosen] }), {
    changes: ['listEvalSuites'],
    onDone: ({ suiteId }) => void navigate({ to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId } }),
  });
  const canMake = name.trim() !== '' && chosen.size > 0 && !make.isRunning;
  return (
    <Dialog
      title="New suite"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!canMake} onClick={() => make.run(undefined)}>
            {make.isRunning ? 'Making it…' : 'Make the suite'}
          </Button>
        </>
      }
    >
      <TextField label="Name" autoFocus value={name} maxLength={200} hint="Unique in the project." onValue={setName} />
      <fieldset className="choices">
        <legend>Servers that its cases call</legend>
        <Part of={servers} what="servers" rows={2}>
          {(data: ReplyOf<'listProjectServers'>) =>
            data.items.length === 0 ? (
              <p className="muted">The project has no server yet. Add one first.</p>
            ) : (
              data.items.map(({ id, name: serverName }) => (
                <Check
                  key={id}
                  isOn={chosen.has(id)}
                  onChange={() => setChosen(chosen.symmetricDifference(new Set([id])))}
                >
                  <Foreign text={serverName} />
                </Check>
              ))
            )
          }
        </Part>
      </fieldset>
      <ActionError error={make.error} />
    </Dialog>
  );
}
