import { newId } from '@assay/kit/id';
import type { Pool } from '@assay/kit/postgres/db';
import { newSecret, ownOrNew } from '@assay/kit/security/secret';
import type { Guest } from '../../domain/visits/admission.ts';
import { visitorHashOf } from '../../domain/visits/visitor-hash.ts';
import type { StudyLink } from '../../domain/studies/link-token.ts';
import { saveVisitor } from '../../store/visits/visitors.ts';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';

interface VisitBegin {
  study: VisitedStudy;
  link: StudyLink;
  guest: Guest;
  /** The token that the browser has from another visit; empty for none. */
  broughtToken: string;
}

/** Lets the guest in, and answers the token of the browser: its own, unless another person visits the study with it. */
export async function beginVisit(pool: Pool, { study, link, guest, broughtToken }: VisitBegin): Promise<string> {
  const save = (token: string) =>
    saveVisitor(pool, {
      id: newId('visitor'),
      study,
      tokenHash: visitorHashOf(link, token),
      memberId: guest.memberId,
      userId: guest.userId,
    });
  const own = ownOrNew(broughtToken);
  if (await save(own)) return own;
  const fresh = newSecret();
  await save(fresh);
  return fresh;
}
