import type { Feature, Role } from '@assay/contract/access';
import type { ApplicationGrant, Audience } from '@assay/contract/areas/grants/documents';
import { fragment, prepared, rows, type Db, type Statement } from '@assay/kit/postgres/db';
import { switchedOn } from '../../domain/organizations/organization-settings.ts';
import { liveSession } from '../sessions/sessions.ts';

/** The owner of a key or session, and their access in its organization. */
export interface CredentialHolder {
  id: string;
  userId: string;
  /** Undefined when the organization is gone. */
  organizationId: string | undefined;
  /** The role in the organization; undefined when the owner has left it. */
  role: Role | undefined;
  features: Feature[];
  requestsPerMinute: number | undefined;
  requestBurst: number | undefined;
}

interface HolderRow {
  id: string;
  userId: string;
  organizationId: string | null;
  role: Role | null;
  switched: Partial<Record<Feature, boolean>> | null;
  requestsPerMinute: number | null;
  requestBurst: number | null;
}

const columns = fragment(
  'holder.id, holder.user_id, organizations.id as organization_id, memberships.role, organization_settings.features as switched, requests_per_minute, request_burst',
);
const standing = fragment(`
    left join live_organizations organizations on organizations.id = holder.organization_id
    left join memberships on memberships.organization_id = organizations.id and memberships.user_id = holder.user_id
    left join organization_settings on organization_settings.organization_id = organizations.id`);
/** `last_used_at` is updated at most once a minute. */
const isStale = fragment(`coalesce(last_used_at < now() - interval '1 minute', true)`);

/** The key of a credential's look-up: the SHA-256 of its secret, or its id. */
export type CredentialKey = { hash: Uint8Array; id?: never } | { id: string; hash?: never };

/** The holder of a key, revoked or not; updates `last_used_at` unless the row is locked. */
export async function findKeyHolder(
  db: Db,
  { hash, id }: CredentialKey,
): Promise<(CredentialHolder & { revoked: boolean }) | undefined> {
  const row = await holderRow<HolderRow & { revoked: boolean }>(
    db,
    id !== undefined
      ? prepared`select ${columns}, holder.revoked_at is not null as revoked from api_keys holder ${standing} where holder.id = ${id}`
      : prepared`
    with stale as (select id from api_keys where hash = ${hash} and revoked_at is null and ${isStale} for no key update skip locked),
    used as (update api_keys set last_used_at = now() from stale where api_keys.id = stale.id)
    select ${columns}, holder.revoked_at is not null as revoked from api_keys holder ${standing} where hash = ${hash}`,
  );
  return row && { ...toHolder(row), revoked: row.revoked };
}

/**
 * The holder of a live session; updates `last_used_at` unless the row is locked. Its user may belong to no
 * organization.
 */
export async function findSessionHolder(
  db: Db,
  { hash, id }: CredentialKey,
): Promise<(CredentialHolder & { expiresAt: Date }) | undefined> {
  const row = await holderRow<HolderRow & { expiresAt: Date }>(
    db,
    id !== undefined
      ? prepared`select ${columns}, holder.expires_at from sessions holder ${standing} where holder.id = ${id} and ${liveSession}`
      : prepared`
    with stale as (select id from sessions where hash = ${hash} and ${liveSession} and ${isStale} for no key update skip locked),
    used as (update sessions set last_used_at = now() from stale where sessions.id = stale.id)
    select ${columns}, holder.expires_at from sessions holder ${standing} where hash = ${hash} and ${liveSession}`,
  );
  return row && { ...toHolder(row), expiresAt: row.expiresAt };
}

/** The person for whom an application acts, and what it may do. */
export interface GrantHolder extends CredentialHolder {
  applicationId: string;
  scopes: ApplicationGrant['scopes'];
  audiences: Audience[];
  /** When the token expires; of a grant that was found by its id, the grant. */
  expiresAt: Date;
}

type GrantHolderRow = HolderRow & Pick<GrantHolder, 'applicationId' | 'scopes' | 'audiences' | 'expiresAt'>;

/** The grant of a live access token; updates `last_used_at` unless the row is locked. */
export async function findGrantHolder(db: Db, { hash, id }: CredentialKey): Promise<GrantHolder | undefined> {
  const row = await holderRow<GrantHolderRow>(
    db,
    id !== undefined
      ? prepared`
    select ${columns}, holder.application_id, holder.scopes, holder.audiences, holder.expires_at
    from application_grants holder ${standing} where holder.id = ${id} and holder.expires_at > now()`
      : prepared`
    with token as (select grant_id, expires_at from grant_tokens where hash = ${hash} and kind = 'access' and expires_at > now()),
    stale as (select id from application_grants where id = (select grant_id from token) and ${isStale} for no key update skip locked),
    used as (update application_grants set last_used_at = now() from stale where application_grants.id = stale.id)
    select ${columns}, holder.application_id, holder.scopes, holder.audiences, token.expires_at
    from token join application_grants holder on holder.id = token.grant_id ${standing} where holder.expires_at > now()`,
  );
  return (
    row && {
      ...toHolder(row),
      applicationId: row.applicationId,
      scopes: row.scopes,
      audiences: row.audiences,
      expiresAt: row.expiresAt,
    }
  );
}

const holderRow = async <R extends HolderRow>(db: Db, query: Statement): Promise<R | undefined> =>
  (await rows<R>(db, query))[0];

function toHolder({
  id,
  userId,
  organizationId,
  role,
  switched,
  requestsPerMinute,
  requestBurst,
}: HolderRow): CredentialHolder {
  return {
    id,
    userId,
    organizationId: organizationId ?? undefined,
    role: role ?? undefined,
    features: switchedOn(switched),
    requestsPerMinute: requestsPerMinute ?? undefined,
    requestBurst: requestBurst ?? undefined,
  };
}
