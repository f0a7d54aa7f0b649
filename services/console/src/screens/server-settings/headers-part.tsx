import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { Select, TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import type { ServerRead } from '../server/server-tab.ts';

/** A value as it is written: a text, or a reference to a secret of the project. */
interface Value {
  name: string;
  text: string;
  secretId: string;
}

/**
 * The headers of an address, or the variables of a command: names alone, because values are sealed. They are replaced
 * together. Operations: listSecrets, updateProjectServer.
 */
export function HeadersPart({ server, mayWrite }: { server: ServerRead; mayWrite: boolean }) {
  const { projectId, id: serverId, transportType } = server;
  const isHttp = transportType === 'http';
  const [isOpen, setOpen] = useState(false);
  const names = (isHttp ? server.headerNames : server.envNames) ?? [];
  const secrets = (isHttp ? server.headerSecrets : server.envSecrets) ?? {};
  const known = useOperation('listSecrets', { projectId }, { limit: 200 });
  const nameOf = (secretId: string): string => known.data?.items.find(({ id }) => id === secretId)?.name ?? secretId;
  const noun = isHttp ? 'Header' : 'Variable';
  return (
    <Section
      title={isHttp ? 'Headers and secrets' : 'Variables and secrets'}
      about="a secret is shown by name, never by value"
      aside={
        isHttp && (
          <Link to="/p/$projectId/servers/$serverId/oauth" params={{ projectId, serverId }}>
            Sign-in by OAuth
          </Link>
        )
      }
    >
      <div className="frame">
        {names.length > 0 && (
          <table className="tight">
            <thead>
              <tr>
                <th scope="col">{noun}</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <td className="fit-cell">
                    <code>
                      <Foreign text={name} />
                    </code>
                  </td>
                  <td className="fill-cell cut">
                    <span className="row">
                      <Icon name="lock" />
                      {secrets[name] ? (
                        <>
                          secret <Foreign text={nameOf(secrets[name].secretId)} />
                        </>
                      ) : (
                        <span className="faint">a text, sealed</span>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="row settings-foot">
          {names.length === 0 && <span className="faint">No {noun.toLowerCase()} is saved.</span>}
          {mayWrite && (
            <Button small onClick={() => setOpen(true)}>
              {names.length === 0 ? `Add a ${noun.toLowerCase()}` : `Change the ${noun.toLowerCase()}s`}
            </Button>
          )}
          <span className="faint small push wide-only">A new reference to a secret needs an admin.</span>
        </div>
      </div>
      {isOpen && (
        <ValuesDialog
          server={server}
          noun={noun}
          values={names.map((name) => ({ name, text: '', secretId: secrets[name]?.secretId ?? '' }))}
          secrets={known.data?.items ?? []}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}

function ValuesDialog({
  server,
  noun,
  values: saved,
  secrets,
  onClose,
}: {
  server: ServerRead;
  noun: string;
  values: readonly Value[];
  secrets: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const [values, setValues] = useState<readonly Value[]>(
    saved.length > 0 ? saved : [{ name: '', text: '', secretId: '' }],
  );
  const set = (index: number, change: Partial<Value>): void =>
    setValues(values.map((value, at) => (at === index ? { ...value, ...change } : value)));
  const field = server.transportType === 'http' ? 'headers' : 'env';
  const save = useAction(
    () => {
      const written = Object.fromEntries(
        values
          .filter(({ name }) => name.trim() !== '')
          .map(({ name, text, secretId }) => [name.trim(), secretId === '' ? text : { secretId }]),
      );
      return client.updateProjectServer(
        { projectId: server.projectId, serverId: server.id },
        { [field]: Object.keys(written).length > 0 ? written : null, expectedRevision: server.revision },
      );
    },
    { changes: ['getProjectServer', 'listProjectServers'], onDone: onClose },
  );
  const isMissing = values.some(({ name, text, secretId }) => name.trim() !== '' && text === '' && secretId === '');
  return (
    <Dialog
      title={`${noun}s of the server`}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isMissing || save.isRunning} onClick={() => save.run(undefined)}>
            {save.isRunning ? 'Saving…' : `Save ${values.length === 1 ? noun.toLowerCase() : `${noun.toLowerCase()}s`}`}
          </Button>
        </>
      }
    >
      <p className="muted">
        All values are replaced together, because saved texts cannot be read: type those again that are to stay, or
        choose a secret of the project.
      </p>
      <div className="settings-values">
        {values.map(({ name, text, secretId }, index) => (
          <div key={index} className="settings-value">
            <TextField label={noun} mono value={name} onValue={(value) => set(index, { name: value })} />
            <TextField
              label="Value"
              type="password"
              autoComplete="new-password"
              value={text}
              disabled={secretId !== ''}
              placeholder={secretId === '' ? undefined : 'of the secret'}
              onValue={(value) => set(index, { text: value })}
            />
            <Select
              aria-label={`Secret of ${name || noun}`}
              value={secretId}
              options={[['', 'a text'], ...secrets.map(({ id, name: word }) => [id, `secret ${word}`] as const)]}
              onValue={(value) => set(index, { secretId: value, text: '' })}
            />
            <Button
              look="quiet"
              icon="close"
              aria-label={`Remove ${name || noun}`}
              onClick={() => setValues(values.filter((_, at) => at !== index))}
            />
          </div>
        ))}
      </div>
      <Button small icon="plus" onClick={() => setValues([...values, { name: '', text: '', secretId: '' }])}>
        {noun}
      </Button>
      <ActionError error={save.error} />
    </Dialog>
  );
}
