import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Icon } from '../../components/icon/icon.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { client } from '../../data/client.ts';
import { useOperation } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { ValueDialog, type ValueKind } from './value-dialog.tsx';

/** The dialog that is open: for a new value, or in place of a saved one. */
interface Asked {
  kind: ValueKind;
  name?: string;
}

/**
 * The headers of an address, or the variables of a command: names alone, because values are sealed. Each is replaced or
 * deleted alone. Operations: listSecrets, updateProjectServer.
 */
export function HeadersPart({ server, mayWrite }: { server: ServerRead; mayWrite: boolean }) {
  const { projectId, id: serverId, transportType, revision } = server;
  const isHttp = transportType === 'http';
  const [asked, setAsked] = useState<Asked>();
  const [doomed, setDoomed] = useState<string>();
  const names = (isHttp ? server.headerNames : server.envNames) ?? [];
  const references = (isHttp ? server.headerSecrets : server.envSecrets) ?? {};
  const known = useOperation('listSecrets', { projectId }, { limit: 200 });
  const nameOf = (secretId: string): string => known.data?.items.find(({ id }) => id === secretId)?.name ?? secretId;
  const noun = isHttp ? 'Header' : 'Variable';
  const field = isHttp ? 'headerChanges' : 'envChanges';
  const remove = useAction(
    (name: string) =>
      client.updateProjectServer({ projectId, serverId }, { [field]: { [name]: null }, expectedRevision: revision }),
    { changes: ['getProjectServer', 'listProjectServers'], onDone: () => setDoomed(undefined) },
  );
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
                {mayWrite && <th aria-label="Actions" />}
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
                      {references[name] ? (
                        <>
                          secret <Foreign text={nameOf(references[name].secretId)} />
                        </>
                      ) : (
                        <span className="faint">a text, sealed</span>
                      )}
                    </span>
                  </td>
                  {mayWrite && (
                    <td className="fit-cell settings-actions">
                      <MoreMenu
                        quiet
                        label={`Change ${visibleText(name)}`}
                        actions={[
                          { word: 'Replace by a text', run: () => setAsked({ kind: 'text', name }) },
                          { word: 'Replace by a secret', run: () => setAsked({ kind: 'secret', name }) },
                          { word: 'Delete', isDanger: true, run: () => setDoomed(name) },
                        ]}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="row settings-foot">
          {names.length === 0 && <span className="faint">No {noun.toLowerCase()} is saved.</span>}
          {mayWrite && (
            <>
              <Button small icon="plus" onClick={() => setAsked({ kind: 'text' })}>
                {noun}
              </Button>
              <Button small icon="lock" onClick={() => setAsked({ kind: 'secret' })}>
                Secret
              </Button>
            </>
          )}
          <span className="faint small push wide-only">A new reference to a secret needs an admin.</span>
        </div>
      </div>
      {asked && (
        <ValueDialog
          {...asked}
          {...{ server, noun, field }}
          secrets={known.data?.items ?? []}
          onClose={() => setAsked(undefined)}
        />
      )}
      {doomed !== undefined && (
        <Confirm
          title={`Delete ${visibleText(doomed)}?`}
          verb={`Delete ${visibleText(doomed)}`}
          isRunning={remove.isRunning}
          onConfirm={() => remove.run(doomed)}
          onClose={() => setDoomed(undefined)}
        >
          <p>Its value is deleted for good. The other values stay as they are saved.</p>
          <ActionError error={remove.error} />
        </Confirm>
      )}
    </Section>
  );
}
