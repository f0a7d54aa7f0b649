import { noVisitProblem } from '@assay/contract/access';
import { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { isAdmitted } from '../../domain/visits/admission.ts';
import { visitorHashAt } from '../../domain/visits/visitor-hash.ts';
import { linkOfToken } from '../../domain/studies/link-token.ts';
import { findVisitor, type Visitor } from '../../store/visits/visitors.ts';
import { isOpen } from './is-open.ts';
import { openLink, type LinkOpening } from './open-link.ts';

/**
 * The visitor who makes a request. Nothing is cached: a request that begins after the study was unpublished or narrowed, its
 * link rotated, the person removed, or user testing switched off, is refused.
 * @throws UNAUTHORIZED, always the same.
 */
export async function provenVisitor(deps: Deps, { visitorHash }: Caller, opening: LinkOpening): Promise<Visitor> {
  const visitor = await findVisitorAt(deps, opening, visitorHash!.split(' '));
  if (!visitor) throw noVisitProblem();
  return visitor;
}

/**
 * The visitor with the first of these tokens, whose SHA-256 are given in base64; undefined when there is none or the visit
 * is over.
 */
export async function findVisitorAt(
  deps: Deps,
  opening: LinkOpening,
  tokenHashes: readonly string[],
): Promise<Visitor | undefined> {
  const link = linkOfToken(deps.meshSecret, opening.linkToken);
  const hashes = link && tokenHashes.map((tokenHash) => visitorHashAt(link, tokenHash));
  const visitor = hashes && (await findVisitor(deps.pool, link, hashes));
  if (!visitor || !(await isOpen(deps, visitor.study))) return undefined;
  if (isAdmitted(visitor.study.mode, visitor.study)) return visitor;
  // The account let the visitor in, and may have lost its role or signed out.
  const { guest } = await openLink(deps, opening).catch((error: unknown) => {
    if (error instanceof Problem && ['NOT_FOUND', 'UNAUTHORIZED'].includes(error.code)) return { guest: undefined };
    throw error;
  });
  return guest !== undefined && guest.userId === visitor.userId ? visitor : undefined;
}
