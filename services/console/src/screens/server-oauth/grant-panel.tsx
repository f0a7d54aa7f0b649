import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useKeys } from '../../lib/keys.ts';
import type { ServerRead } from '../server/server-tab.ts';
import { GrantScopes } from './grant-scopes.tsx';
import { TokenRequests } from './token-requests.tsx';

type Grant = ReplyOf<'getOAuthGrant'>;
type Walk = ReplyOf<'walkOAuth'>;

/** The grant of a server: who gave it, its scopes, its requests for tokens, and what can be done with it. */
export function GrantPanel({
  server,
  walk,
  onImport,
  onChanged,
}: {
  server: ServerRead;
  walk: Walk | undefined;
  onImport: () => void;
  onChanged: () => void;
}) {
  const address = { projectId: server.projectId, serverId: server.id };
  const grant = useQuery({ ...operationQuery('getOAuthGrant', address), enabled: walk?.hasGrant === true });
  return (
    <section className="frame grant" aria-label="Grant">
      <div className="pane-head">
        <h2>Grant</h2>
      </div>
      <div className="pad">
        {walk?.hasGrant === false ? (
          <NoGrant walk={walk} onImport={onImport} />
        ) : (
          <Part of={grant} what="grant" rows={5}>
            {(data) => (
              <GrantFacts grant={data} walk={walk} server={server} onImport={onImport} onChanged={onChanged} />
            )}
          </Part>
        )}
      </div>
    </section>
  );
}

const NoGrant = ({ walk, onImport }: { walk: Walk | undefined; onImport: () => void }) => (
  <>
    <p className="row">
      <Outcome kind="open" word="None" />
      <span className="faint">no one has signed in yet</span>
    </p>
    {walk && walk.steps.length > 0 && (
      <KeyValues
        rows={[
          [
            'Would be for',
            <code key="for">
              <Foreign text={walk.serverUrl} />
            </code>,
          ],
          walk.scopesOffered.length > 0
            ? [
                'Would ask',
                <code key="ask">
                  <Foreign text={walk.scopesOffered.join(', ')} />
                </code>,
              ]
            : undefined,
          ['Flow', 'authorization code with PKCE'],
        ]}
      />
    )}
    <h3>Another way in</h3>
    <p>Tokens that you got yourself skip steps 1 to 5. Assay uses them on this origin alone.</p>
    <div className="row wrap grant-actions">
      <Button keyHint="i" onClick={onImport}>
        Import tokens
      </Button>
    </div>
  </>
);

function GrantFacts({
  grant,
  walk,
  server,
  onImport,
  onChanged,
}: {
  grant: Grant;
  walk: Walk | undefined;
  server: ServerRead;
  onImport: () => void;
  onChanged: () => void;
}) {
  const address = { projectId: server.projectId, serverId: server.id };
  const members = useOperation('listProjectMembers', { projectId: server.projectId }, { limit: 200 });
  const by = members.data?.items.find(({ userId }) => userId === grant.grantedBy);
  const [isDeleting, setDeleting] = useState(false);
  const renew = useAction(() => client.renewOAuthGrant(address), { changes: ['getOAuthGrant'], onDone: onChanged });
  const remove = useAction(() => client.deleteOAuthGrant(address), {
    changes: ['getOAuthGrant'],
    onDone: () => {
      setDeleting(false);
      onChanged();
    },
  });
  const mayRenew = grant.hasRefreshToken || grant.grantType === 'client_credentials';
  useKeys([{ keys: ['u'], label: 'renew', run: () => mayRenew && renew.run(undefined) }]);
  return (
    <>
      <GrantState grant={grant} />
      <KeyValues
        rows={[
          [
            grant.isImported ? 'Imported by' : 'Given by',
            <GivenBy key="by" name={by?.name ?? by?.email} grant={grant} />,
          ],
          [
            'For',
            <code key="for">
              <Foreign text={grant.resource ?? grant.serverUrl} />
            </code>,
          ],
          grant.authorizationServer === undefined
            ? undefined
            : [
                'By',
                <code key="as">
                  <Foreign text={grant.authorizationServer} />
                </code>,
              ],
          ['Flow', grant.grantType === 'client_credentials' ? 'client credentials' : 'authorization code with PKCE'],
          ['Refresh', grant.hasRefreshToken ? 'yes' : 'no: it ends with its token'],
        ]}
      />
      <GrantScopes grant={grant} walk={walk} />
      {grant.tokenRequests.length > 0 && <TokenRequests grant={grant} name={by?.name ?? by?.email} />}
      <div className="row wrap grant-actions">
        <Button
          keyHint="u"
          disabled={!mayRenew || renew.isRunning}
          title={mayRenew ? undefined : 'The grant has no refresh token.'}
          onClick={() => renew.run(undefined)}
        >
          {renew.isRunning ? 'Renewing…' : 'Renew now'}
        </Button>
        <Button keyHint="i" onClick={onImport}>
          Import tokens
        </Button>
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete the grant
        </Button>
      </div>
      <ActionError error={renew.error ?? remove.error} />
      {isDeleting && (
        <Confirm
          title="Delete the grant?"
          verb="Delete the grant"
          isRunning={remove.isRunning}
          onConfirm={() => remove.run(undefined)}
          onClose={() => setDeleting(false)}
        >
          <p>
            The authorization server is asked to revoke it. Runs, chats and the doctor of <Foreign text={server.name} />{' '}
            have no token until a person signs in again.
          </p>
        </Confirm>
      )}
    </>
  );
}

function GrantState({ grant: { state, expiresAt, hasRefreshToken, lastError } }: { grant: Grant }) {
  if (state === 'lost')
    return (
      <>
        <p className="row">
          <Outcome kind="failed" word="Lost" />
          <span className="faint">the authorization server no longer accepts it</span>
        </p>
        {lastError && (
          <p className="small muted">
            <Foreign text={lastError.message} />
          </p>
        )}
      </>
    );
  const isOver = expiresAt !== null && expiresAt <= Date.now() && !hasRefreshToken;
  return (
    <p className="row wrap">
      <Outcome kind={isOver ? 'failed' : lastError ? 'warning' : 'passed'} word={isOver ? 'Expired' : 'In use'} />
      <span className="faint">
        {expiresAt === null ? (
          'until the server refuses it'
        ) : (
          <>
            until <Time time={expiresAt} />
            {hasRefreshToken && ', then renewed by itself'}
          </>
        )}
      </span>
      {lastError && (
        <span className="small muted">
          The last renewal failed: <Foreign text={lastError.message} />
        </span>
      )}
    </p>
  );
}

const GivenBy = ({ name, grant }: { name: string | undefined; grant: Grant }) => (
  <>
    {name === undefined ? 'the client of the server' : <Foreign text={name} />}, <Time time={grant.createdAt} />
  </>
);
