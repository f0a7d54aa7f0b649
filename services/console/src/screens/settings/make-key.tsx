import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { TextField } from '../../components/field/field.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import type { ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';

/** Asks for the name of a new key and makes it. Operations: createApiKey. */
export function MakeKey({
  organizationId,
  onMade,
  onClose,
}: {
  organizationId: string;
  onMade: (made: ReplyOf<'createApiKey'>) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const make = useAction((wanted: string) => client.createApiKey({ name: wanted, organizationId }), {
    changes: ['listOrganizationApiKeys', 'listApiKeys'],
    onDone: (made) => {
      onMade(made);
      onClose();
    },
  });
  const send = (): void => {
    if (name.trim() !== '' && !make.isRunning) make.run(name.trim());
  };
  return (
    <Dialog
      title="Make a key"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={name.trim() === '' || make.isRunning} onClick={send}>
            {make.isRunning ? 'Making…' : 'Make the key'}
          </Button>
        </>
      }
    >
      <form
        className="col"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label="Name"
          hint="What the key is used for, such as nightly or ci-release."
          value={name}
          onValue={setName}
          maxLength={100}
          autoFocus
        />
        <ActionError error={make.error} />
      </form>
    </Dialog>
  );
}
