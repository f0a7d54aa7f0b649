import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Note } from '../../components/note/note.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { operationQuery } from '../../data/operations.ts';
import { useProjectRole } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import { CommandPlan } from './command-plan.tsx';
import { isCommand, shortName, type Endpoint, type PublishedDetail } from './registry-words.tsx';

/**
 * A plan of an install: the server that it would save, and where that would run; and the install itself. Operations: previewDirectoryInstall,
 * installDirectoryServer.
 */
export function InstallForm({
  projectId,
  card,
  endpoint,
  hasKey,
}: {
  projectId: string;
  card: PublishedDetail;
  endpoint: Endpoint;
  /** Whether `i` installs it: the first endpoint of a card. */
  hasKey: boolean;
}) {
  const [serverName, setServerName] = useState('');
  const [inputs, setInputs] = useState<Readonly<Record<string, string>>>({});
  const navigate = useNavigate();
  const role = useProjectRole(projectId);
  const mayInstall = role !== undefined && role !== 'viewer';
  const body = {
    name: card.name,
    source: card.source,
    version: card.version,
    endpoint: endpoint.id,
    expectedContentHash: card.contentHash,
    ...given({ serverName: serverName.trim() || undefined }),
    inputs: Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== '')),
  };
  const missing = endpoint.inputs.filter(
    ({ name, isRequired, default: preset }) => isRequired && preset === undefined && !inputs[name],
  );
  // Values that are secret are sent with the install alone.
  const isComplete = missing.length === 0;
  const preview = useQuery({
    ...operationQuery('previewDirectoryInstall', { projectId }, body),
    enabled: mayInstall && isComplete && !endpoint.inputs.some(({ isSecret, name }) => isSecret && inputs[name]),
    placeholderData: keepPreviousData,
  });
  const install = useAction(() => client.installDirectoryServer({ projectId }, body), {
    changes: ['listRegistryConnections', 'listProjectServers'],
    onDone: ({ serverId }) => void navigate({ to: '/p/$projectId/servers/$serverId', params: { projectId, serverId } }),
  });
  const command = isCommand(endpoint);
  const start = (): void => {
    if (mayInstall && isComplete && !install.isRunning) install.run(undefined);
  };
  useKeys(hasKey ? [{ keys: ['i'], label: 'install', run: start }] : []);
  const planned = preview.data;
  const isUpdate = planned?.outcome === 'reconnected';
  return (
    <>
      <h3 className="h2 server-part">
        {command ? (hasKey ? 'What an install does' : 'Or install it as a command') : 'What an install does'}
      </h3>
      {command ? (
        <CommandPlan projectId={projectId} card={card} endpoint={endpoint} planned={planned} />
      ) : (
        <ol className="registry-does">
          <li>
            <span>
              Saves <code>{planned?.server.name ?? (serverName.trim() || shortName(card.name))}</code> with the address{' '}
              <code>
                <Foreign text={planned?.server.url ?? endpoint.url ?? ''} />
              </code>
              .
            </span>
          </li>
          <li>
            <span>Keeps the hash of the card: an update is shown before it is taken.</span>
          </li>
          <li>
            <span>Calls nothing: the doctor connects first when you open the server.</span>
          </li>
        </ol>
      )}
      {isUpdate && (
        <Note kind="note" title="The project has it already">
          An install brings it to this version and changes{' '}
          {planned.changes.length === 0 ? 'nothing of its settings' : planned.changes.join(', ')}; its name and its
          saved secrets stay.
        </Note>
      )}
      <div className="registry-fields">
        {endpoint.inputs.map(({ name, description, isRequired, isSecret, choices, default: preset }) =>
          choices && choices.length > 0 ? (
            <SelectField
              key={name}
              label={<Foreign text={name} />}
              hint={description !== undefined && <Foreign text={description} />}
              value={inputs[name] ?? preset ?? ''}
              options={[
                ...(isRequired ? [] : [['', 'not set'] as const]),
                ...choices.map((one) => [one, one] as const),
              ]}
              onValue={(value) => setInputs({ ...inputs, [name]: value })}
            />
          ) : (
            <TextField
              key={name}
              label={<Foreign text={name} />}
              aside={isRequired ? 'required' : undefined}
              hint={
                description !== undefined ? (
                  <Foreign text={description} />
                ) : isSecret ? (
                  'Sealed here, and never shown again.'
                ) : undefined
              }
              type={isSecret ? 'password' : 'text'}
              autoComplete={isSecret ? 'new-password' : 'off'}
              placeholder={preset}
              value={inputs[name] ?? ''}
              onValue={(value) => setInputs({ ...inputs, [name]: value })}
            />
          ),
        )}
        {!isUpdate && (
          <TextField
            label="Name in this project"
            value={serverName}
            maxLength={200}
            placeholder={shortName(card.name)}
            onValue={setServerName}
          />
        )}
      </div>
      {preview.error && isComplete && <ActionError error={preview.error} />}
      <ActionError error={install.error} />
      <div className="row wrap server-actions">
        <Button
          {...(hasKey && { look: 'primary' as const, keyHint: 'i' })}
          disabled={!mayInstall || !isComplete || install.isRunning}
          title={mayInstall ? undefined : 'You may read this project; a member can install servers'}
          onClick={start}
        >
          {install.isRunning
            ? 'Installing…'
            : isUpdate
              ? `Update to ${card.version}`
              : command
                ? 'Install as a command'
                : 'Install by address'}
        </Button>
        {!mayInstall && <span className="small faint">You may read this project; a member can install servers.</span>}
        {mayInstall && missing.length > 0 && (
          <span className="small faint">
            Needs <Foreign text={missing.map(({ name }) => name).join(', ')} />.
          </span>
        )}
      </div>
    </>
  );
}
