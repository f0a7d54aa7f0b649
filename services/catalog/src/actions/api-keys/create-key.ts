import type { ApiKey } from '@assay/contract/areas/api-keys/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimKey, countLiveKeys, insertKey } from '../../store/api-keys/api-keys.ts';
import { claimRole } from '../../store/members/memberships.ts';
import { shareOrganization } from '../../store/organizations/organizations.ts';
import { shareSession } from '../../store/sessions/sessions.ts';
import type { StoredKey } from '../../domain/api-keys/stored-key.ts';

/** At most 100 live keys of one person in one organization: more keys cannot be supervised. */
export const MAX_LIVE_KEYS = 100;

/**
 * Inserts an API key. The session that makes it must be live at this moment; the key outlives it. Answers the reason
 * when the session has ended, when the owner does not belong to the organization, or has `MAX_LIVE_KEYS` there.
 */
export async function createKey(
  pool: Pool,
  key: StoredKey & {
    id: string;
    organizationId: string;
    userId: string;
    name: string;
  },
  sessionId: string,
): Promise<ApiKey | 'no session' | 'no organization' | 'too many'> {
  return transaction(pool, async (tx) => {
    const belongs =
      (await shareOrganization(tx, key.organizationId)) &&
      (await claimRole(tx, key.organizationId, key.userId)) !== undefined;
    if (!belongs) return 'no organization';
    if (!(await shareSession(tx, key.userId, sessionId))) return 'no session';
    if ((await countLiveKeys(tx, key.organizationId, key.userId)) >= MAX_LIVE_KEYS) return 'too many';
    await insertKey(tx, key);
    const after = (await claimKey(tx, key))!;
    await audit(tx, { organizationId: key.organizationId, target: { keyId: key.id }, after });
    return after;
  });
}
