import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { newSecret } from '@assay/kit/security/secret';
import type { Guest } from '../../domain/visits/admission.ts';
import { visitorHashOf } from '../../domain/visits/visitor-hash.ts';
import type { StudyLink } from '../../domain/studies/link-token.ts';
import { insertVisitor, renewVisitor } from '../../store/visits/visitors.ts';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';

interface VisitBegin {
  study: VisitedStudy;
  link: StudyLink;
  guest: Guest;
  /** The tokens that the browser has from its visits. */
  broughtTokens: readonly string[];
}

/**
 * Lets the guest in, and answers the tokens that the browser has from then on. The visit has a new token, also when the
 * browser goes on with one: a token that another person put into the browser opens nothing after the consent.
 */
export function beginVisit(pool: Pool, { study, link, guest, broughtTokens }: VisitBegin): Promise<string[]> {
  return transaction(pool, async (tx) => {
    const token = newSecret();
    const visitor = {
      study,
      tokenHash: visitorHashOf(link, token),
      memberId: guest.memberId,
      userId: guest.userId,
    };
    const former = await renewed(tx, { link, broughtTokens }, visitor);
    const id = former?.id ?? newId('visitor');
    if (!former) await insertVisitor(tx, { id, ...visitor });
    const { organizationId, projectId, id: studyId } = study;
    await audit(tx, {
      organizationId,
      target: { projectId, studyId, visitorId: id },
      ...given({ userId: guest.userId }),
    });
    return [token, ...broughtTokens.filter((brought) => brought !== former?.token)];
  });
}

/** The visit of the study that one of the tokens has opened so far. */
async function renewed(
  tx: Tx,
  { link, broughtTokens }: Pick<VisitBegin, 'link' | 'broughtTokens'>,
  visitor: Parameters<typeof renewVisitor>[2],
): Promise<{ id: string; token: string } | undefined> {
  for (const token of broughtTokens) {
    const id = await renewVisitor(tx, visitorHashOf(link, token), visitor);
    if (id !== undefined) return { id, token };
  }
  return undefined;
}
