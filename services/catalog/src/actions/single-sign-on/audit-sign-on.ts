import { audit } from '@assay/kit/audit/audit';
import type { Change } from '@assay/kit/audit/change';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { Identity } from '../../domain/single-sign-on/openid-person.ts';
import { findFirstOrganization } from '../../store/organizations/installation.ts';
import { listOrganizationIds } from '../../store/members/memberships.ts';

/** Why somebody is not let in who comes from the provider. */
export type Refusal = 'no e-mail' | 'not verified' | 'not theirs' | 'no access';

/** Writes about an account where it belongs; of one that belongs nowhere, and of nobody's, in the first organization. Who was refused is nobody who is known. */
export async function auditSignOn(
  tx: Tx,
  userId: string | undefined,
  change: Pick<Change, 'outcome' | 'before' | 'after'>,
): Promise<void> {
  const theirs = userId === undefined ? [] : await listOrganizationIds(tx, userId);
  const first = theirs.length > 0 ? undefined : await findFirstOrganization(tx);
  const about = userId === undefined ? {} : { target: { userId }, ...(change.outcome !== 'refused' && { userId }) };
  await audit(
    tx,
    ...(first === undefined ? theirs : [first]).map((organizationId) => ({ ...change, ...about, organizationId })),
  );
}

/** Writes that somebody came of whom the provider tells no address. */
export const auditNameless = (pool: Pool, { issuer, subject }: Identity): Promise<void> =>
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
