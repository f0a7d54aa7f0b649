import { audit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { OpenIdIdentity } from '../../domain/single-sign-on/openid-person.ts';
import { findFirstOrganization } from '../../store/organizations/installation.ts';
import { listOrganizationIds } from '../../store/members/memberships.ts';

/** Why a person from the provider is refused. */
export type SignOnRefusal = 'no e-mail' | 'not verified' | 'not theirs' | 'no access';

/**
 * Audits a sign-in through the provider in the organizations of the account. Without an account, or for an account
 * without an organization, the entry goes to the first organization. A refused sign-in has no actor.
 */
export async function auditSignOn(
  tx: Tx,
  userId: string | undefined,
  change: Pick<AuditedChange, 'outcome' | 'before' | 'after'>,
): Promise<void> {
  const theirs = userId === undefined ? [] : await listOrganizationIds(tx, userId);
  const first = theirs.length > 0 ? undefined : await findFirstOrganization(tx);
  const about = userId === undefined ? {} : { target: { userId }, ...(change.outcome !== 'refused' && { userId }) };
  await audit(
    tx,
    ...(first === undefined ? theirs : [first]).map((organizationId) => ({ ...change, ...about, organizationId })),
  );
}

/** Audits a sign-in that was refused because the provider tells no e-mail address. */
export const auditNameless = (pool: Pool, { issuer, subject }: OpenIdIdentity): Promise<void> =>
  transaction(pool, (tx) =>
    auditSignOn(tx, undefined, {
      outcome: 'refused',
      after: {
        method: 'oidc',
        issuer,
        subject,
        refusal: 'no e-mail',
      },
    }),
  );
