import { Confirm } from '../../components/dialog/confirm.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { ListedKey } from './key-columns.tsx';

/** Asks before a key ends for good. Operations: revokeApiKey, revokeOrganizationApiKey. */
export function RevokeKey({
  apiKey: { id: keyId, name, prefix, lastUsedAt },
  organizationId,
  isOwn,
  onClose,
}: {
  apiKey: ListedKey;
  organizationId: string;
  isOwn: boolean;
  onClose: () => void;
}) {
  const revoke = useAction(
    () => (isOwn ? client.revokeApiKey({ keyId }) : client.revokeOrganizationApiKey({ organizationId, keyId })),
    { changes: ['listOrganizationApiKeys', 'listApiKeys'], onDone: onClose },
  );
  return (
    <Confirm
      title={`Revoke “${visibleText(name)}”?`}
      verb={revoke.isRunning ? 'Revoking…' : `Revoke ${visibleText(name)}`}
      isRunning={revoke.isRunning}
      onConfirm={() => revoke.run(undefined)}
      onClose={onClose}
    >
      <p>
        Programs that use <code>{prefix}…</code> get 401 from the next request on.{' '}
        {lastUsedAt === undefined ? (
          'It was never used.'
        ) : (
          <>
            It was last used at <Time time={lastUsedAt} />.
          </>
        )}{' '}
        A revoked key cannot come back.
      </p>
      <ActionError error={revoke.error} />
    </Confirm>
  );
}
