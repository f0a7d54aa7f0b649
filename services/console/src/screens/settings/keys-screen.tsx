import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { Part } from '../../components/part/part.tsx';
import { useOperation, usePages, type ReplyOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { keyColumns, type ListedKey } from './key-columns.tsx';
import { MadeKey } from './made-key.tsx';
import { MakeKey } from './make-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { SettingsFrame } from './settings-frame.tsx';

const route = getRouteApi('/shell/o/$organizationId/settings/keys');

/**
 * The API keys of an organization: an admin sees the keys of every member, others their own. Operations: getSession,
 * listOrganizationApiKeys, listApiKeys, getOrganizationSettings, createApiKey, revokeApiKey, revokeOrganizationApiKey.
 */
export function KeysScreen() {
  const { organizationId } = route.useParams();
  const session = useOperation('getSession');
  const settings = useOperation('getOrganizationSettings', { organizationId });
  return (
    <ObjectPage of={settings} what="settings">
      {({ limits }) =>
        session.data && (
          <Keys
            organizationId={organizationId}
            session={session.data}
            limits={{ perMinute: limits.requestsPerMinute.value, burst: limits.requestBurst.value }}
          />
        )
      }
    </ObjectPage>
  );
}

function Keys({
  organizationId,
  session,
  limits,
}: {
  organizationId: string;
  session: ReplyOf<'getSession'>;
  limits: { perMinute: number; burst: number };
}) {
  const { sel } = route.useSearch();
  const navigate = route.useNavigate();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ReplyOf<'createApiKey'>>();
  const [revoked, setRevoked] = useState<ListedKey>();
  const organization = session.organizations.find(({ id }) => id === organizationId);
  const isAdmin = organization?.role === 'admin' || organization?.role === 'owner';
  const keys = useKeysOf(organizationId, session, isAdmin);
  const listed = keys.items?.filter(({ revokedAt }) => revokedAt === undefined) ?? [];
  const left = (keys.items?.length ?? 0) - listed.length;
  const selected = listed.find(({ id }) => id === sel);
  return (
    <Page
      title="Keys"
      crumbs={[{ text: organization?.name ?? '' }, { text: 'Settings' }, { text: 'Keys' }]}
      request={{ operation: 'createApiKey' }}
      keys={[
        { keys: ['n'], label: 'make', run: () => setMaking(true) },
        { keys: ['Backspace'], label: 'revoke', run: () => selected && setRevoked(selected) },
      ]}
    >
      <SettingsFrame organizationId={organizationId}>
        <div className="title">
          <h1>Keys</h1>
          <span className="push" />
          <Button look="primary" icon="plus" keyHint="n" onClick={() => setMaking(true)}>
            Make a key
          </Button>
        </div>
        {made && <MadeKey made={made} onStored={() => setMade(undefined)} />}
        <Part of={keys} what="keys">
          {() =>
            listed.length === 0 ? (
              <Empty
                title="No key yet"
                actions={
                  <Button look="primary" keyHint="n" onClick={() => setMaking(true)}>
                    Make a key
                  </Button>
                }
              >
                Programs prove who they are with a key: CI jobs, the command line and your own scripts.
              </Empty>
            ) : (
              <div className="frame keys-list">
                <DataTable
                  label="API keys"
                  noun="key"
                  hasFilters={false}
                  columns={keyColumns(setRevoked)}
                  groups={[{ id: 'all', head: undefined, rows: listed }]}
                  idOf={({ id }) => id}
                  selected={sel}
                  onSelect={({ id }) => void navigate({ search: (old) => ({ ...old, sel: id }), replace: true })}
                  onEnd={keys.hasNextPage ? keys.more : undefined}
                />
              </div>
            )
          }
        </Part>
        <p className="small faint keys-foot">
          A key acts as its maker, in this organization.{' '}
          {limits.perMinute > 0 &&
            `It makes ${writeCountOf(limits.perMinute, 'request')} a minute, in bursts of ${writeCount(limits.burst)}. `}
          People who leave lose their keys at once.
          {left > 0 && ` ${writeCountOf(left, 'revoked key')} ${left === 1 ? 'is' : 'are'} left out.`}
        </p>
        {isMaking && <MakeKey organizationId={organizationId} onMade={setMade} onClose={() => setMaking(false)} />}
        {revoked && (
          <RevokeKey
            apiKey={revoked}
            organizationId={organizationId}
            isOwn={revoked.user.id === session.user.id}
            onClose={() => setRevoked(undefined)}
          />
        )}
      </SettingsFrame>
    </Page>
  );
}

/** The keys of every member for an admin, else the person's own in this organization. */
function useKeysOf(organizationId: string, session: ReplyOf<'getSession'>, isAdmin: boolean) {
  const { id, name, email } = session.user;
  const all = usePages('listOrganizationApiKeys', { organizationId }, {}, { isOn: isAdmin });
  const own = usePages('listApiKeys', {}, {}, { isOn: !isAdmin });
  const items: ListedKey[] | undefined = isAdmin
    ? all.items
    : own.items
        ?.filter((key) => key.organizationId === organizationId)
        .map((key) => ({ ...key, user: { id, name, email } }));
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = isAdmin ? all : own;
  return { data, error, isFetching, hasNextPage, refetch, more: () => void fetchNextPage(), items };
}
