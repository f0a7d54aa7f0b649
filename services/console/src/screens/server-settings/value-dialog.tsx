import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import type { ServerRead } from '../server/server-tab.ts';

/** A value is a text, or a reference to a secret of the project. */
export type ValueKind = 'text' | 'secret';

/**
 * One header or variable: a new one, or another value in place of a saved one, which `name` says. The other values stay
 * as they are saved. Operations: updateProjectServer.
 */
export function ValueDialog({
  server,
  noun,
  field,
  kind,
  name: saved,
  secrets,
  onClose,
}: {
  server: ServerRead;
  noun: 'Header' | 'Variable';
  field: 'headerChanges' | 'envChanges';
  kind: ValueKind;
  name?: string;
  secrets: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const [name, setName] = useState(saved ?? '');
  const [text, setText] = useState('');
  const [secretId, setSecretId] = useState(secrets[0]?.id ?? '');
  const [prefix, setPrefix] = useState('');
  const value = kind === 'text' ? text : { secretId, ...(prefix !== '' && { prefix }) };
  const save = useAction(
    () =>
      client.updateProjectServer(
        { projectId: server.projectId, serverId: server.id },
        { [field]: { [name.trim()]: value }, expectedRevision: server.revision },
      ),
    { changes: ['getProjectServer', 'listProjectServers'], onDone: onClose },
  );
  const isMissing = name.trim() === '' || (kind === 'text' ? text === '' : secretId === '');
  return (
    <Dialog
      title={
        saved === undefined ? (
          `Add a ${noun.toLowerCase()}${kind === 'secret' ? ' from a secret' : ''}`
        ) : (
          <>
            Replace the value of <Foreign text={saved} />
          </>
        )
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isMissing || save.isRunning} onClick={() => save.run(undefined)}>
            {save.isRunning ? 'Saving…' : saved === undefined ? `Add the ${noun.toLowerCase()}` : 'Replace the value'}
          </Button>
        </>
      }
    >
      <div className="settings-value">
        {saved === undefined && <TextField label={noun} mono autoFocus value={name} onValue={setName} />}
        {kind === 'text' ? (
          <TextField
            label="Value"
            type="password"
            autoComplete="new-password"
            autoFocus={saved !== undefined}
            value={text}
            hint="Kept encrypted, and never shown again."
            onValue={setText}
          />
        ) : (
          <>
            <SelectField
              label="Secret of the project"
              value={secretId}
              options={secrets.map(({ id, name: word }) => [id, word] as const)}
              hint={
                secrets.length === 0 ? 'The project has no secret yet.' : 'Its value is sent, and follows a rotation.'
              }
              onValue={setSecretId}
            />
            <TextField
              label="Text before it"
              mono
              value={prefix}
              placeholder={noun === 'Header' ? 'Bearer ' : ''}
              hint="Empty for none."
              onValue={setPrefix}
            />
          </>
        )}
      </div>
      <ActionError error={save.error} />
    </Dialog>
  );
}
