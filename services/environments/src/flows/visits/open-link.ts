import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { notFound, Problem, reasons } from '@assay/contract/problem';
import { hashOfSecret, isSecret } from '@assay/kit/security/secret';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';
import { isAdmitted, type Guest } from '../../domain/visits/admission.ts';
import { linkOfToken, type StudyLink } from '../../domain/studies/link-token.ts';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';
import { asEnvironments } from '../access/as-environments.ts';
import { isOpen } from './is-open.ts';
import { findLinkedStudy, findMemberOfAccount } from '../../store/visits/visited-studies.ts';

/** The credentials with which a browser opens a study. */
export interface LinkOpening {
  linkToken: string;
  /** Of the person who signed in with this browser; empty without one. */
  sessionToken: string;
}

/** A link that lets its guest in. */
export interface OpenedLink {
  link: StudyLink;
  study: VisitedStudy;
  guest: Guest;
}

const NO_KEY = Buffer.alloc(0);

/**
 * Opens a link of a study.
 * @throws NOT_FOUND for every link that leads nowhere, always the same; UNAUTHORIZED when signing in might help.
 */
export async function openLink(deps: Deps, { linkToken, sessionToken }: LinkOpening): Promise<OpenedLink> {
  const link = linkOfToken(deps.meshSecret, linkToken);
  const study = link && (await findLinkedStudy(deps.pool, link));
  if (!study || !(await isOpen(deps, study))) throw notFound('study, or its link is no longer valid');
  const byLink: Guest = { memberId: study.memberId };
  if (isAdmitted(study.mode, byLink)) return { link, study, guest: byLink };
  const guest = await signedInGuest(deps, study, sessionToken);
  if (!guest) throw new Problem('UNAUTHORIZED', 'Sign in to visit this study.', { reason: reasons.SIGN_IN_NEEDED });
  if (!isAdmitted(study.mode, guest)) throw notFound('study, or its link is no longer valid');
  return { link, study, guest };
}

/** The guest that a session of the console makes a person; undefined without a valid session. */
async function signedInGuest(
  { catalog, pool }: Deps,
  { id, organizationId, projectId, memberId }: VisitedStudy,
  sessionToken: string,
): Promise<Guest | undefined> {
  if (!isSecret(sessionToken)) return undefined;
  const credential = { keyHash: NO_KEY, sessionHash: hashOfSecret(sessionToken) };
  const person = await catalog
    .call(DirectoryService.authenticate, credential, asEnvironments())
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return undefined;
      throw error;
    });
  if (!person) return undefined;
  const { userId, sessionId } = person;
  const { role } = await catalog.call(DirectoryService.authorize, { organizationId, userId, projectId, sessionId });
  return {
    userId,
    hasProjectRole: roleOf(role) !== undefined,
    memberId: memberId ?? (await findMemberOfAccount(pool, id, userId)),
  };
}
