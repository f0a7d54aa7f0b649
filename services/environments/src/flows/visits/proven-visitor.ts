import { noVisitProblem } from '@assay/contract/access';
import { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { isAdmitted } from '../../domain/visits/admission.ts';
import { visitorHashAt } from '../../domain/visits/visitor-hash.ts';
import { linkOfToken } from '../../domain/studies/link-token.ts';
import { findVisitor, type Visitor } from '../../store/visits/visitors.ts';
import { isOpen } from './is-open.ts';
import { openLink, type LinkOpening, type OpenedLink } from './open-link.ts';

/**
 * The visitor who makes a request. Nothing is cached: a request that begins after the study was unpublished or narrowed, its
 * link rotated, the person removed, or user testing switched off, is refused.
 * @throws UNAUTHORIZED, always the same.
 */
export async function provenVisitor(deps: Deps, { visitorHash }: Caller, opening: LinkOpening): Promise<Visitor> {
  const visitor = await findVisitorBy(deps, opening, visitorHash!.split(' '));
  if (!visitor || !(await isOpen(deps, visitor.study))) throw noVisitProblem();
  if (isAdmitted(visitor.study.mode, visitor.study)) return visitor;
  // The account let the visitor in, and may have lost its role or signed out.
  const { guest } = await openLink(deps, opening).catch((error: unknown) => {
    if (error instanceof Problem && ['NOT_FOUND', 'UNAUTHORIZED'].includes(error.code)) throw noVisitProblem();
    throw error;
  });
  if (guest.userId !== visitor.userId) throw noVisitProblem();
  return visitor;
}

/** The visitor whom a link that was opened a moment ago let in; undefined when the study was narrowed since. */
export async function findVisitorOf(
  deps: Deps,
  { guest }: Pick<OpenedLink, 'guest'>,
  opening: LinkOpening,
  tokenHashes: readonly string[],
): Promise<Visitor | undefined> {
  const visitor = await findVisitorBy(deps, opening, tokenHashes);
  if (!visitor || isAdmitted(visitor.study.mode, visitor.study)) return visitor;
  return guest.userId !== undefined && guest.userId === visitor.userId ? visitor : undefined;
}

/** The visitor with the first of these tokens, whose SHA-256 are given in base64; undefined when there is none. */
async function findVisitorBy(
  deps: Deps,
  { linkToken }: LinkOpening,
  tokenHashes: readonly string[],
): Promise<Visitor | undefined> {
  const link = linkOfToken(deps.meshSecret, linkToken);
  return (
    link &&
    findVisitor(
      deps.pool,
      link,
      tokenHashes.map((tokenHash) => visitorHashAt(link, tokenHash)),
    )
  );
}
