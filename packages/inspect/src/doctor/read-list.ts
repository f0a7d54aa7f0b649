import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import { diagnoseCause, diagnosisOf, explainedProblem, ServerProblem } from '@assay/mcp/diagnosis/diagnosis';
import { PageTrail, referenceIn } from '@assay/mcp/requests/page-trail';
import { type ListedItem, type PrimitiveList } from '@assay/mcp/requests/pages';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession } from '@assay/mcp/session';
import type { ListOutcome } from './findings.ts';
import { findListFlaw, listFlawProblem } from './list-flaws.ts';

/** Causes of an error that the server's program answered; another cause, such as an HTTP status, says more. */
const REFUSALS = new Set<Cause>(['not_supported', 'rpc_error']);

interface Reading {
  pages: unknown[][];
  slowestMs: number;
  flaw?: Problem;
}

/** Reads a list as far as possible, and reports its fault: the items that clients can use are returned anyway. */
export async function readList(
  session: McpSession,
  listing: PrimitiveList,
  options: CallOptions,
): Promise<ListOutcome<ListedItem[]>> {
  const startedAt = performance.now();
  const { pages, slowestMs, flaw: broken } = await readPages(session, listing, options);
  const durationMs = Math.round(performance.now() - startedAt);
  if (pages.length === 0 && broken) return { problem: explainedProblem(broken), durationMs };
  const { items, invalidItems, flaw: found } = findListFlaw(listing, pages, session.itemRules);
  const flaw = broken ?? found;
  return {
    value: items,
    invalidItems,
    raw: pages.flat(),
    durationMs,
    slowestMs,
    ...(flaw && { flaw: explainedProblem(flaw) }),
  };
}

async function readPages(session: McpSession, listing: PrimitiveList, options: CallOptions): Promise<Reading> {
  const pages: unknown[][] = [];
  const trail = new PageTrail();
  const soFar = () => ({
    method: listing.method,
    pages: pages.length,
    items: pages.reduce((sum, { length }) => sum + length, 0),
  });
  let slowestMs = 0;
  for (let cursor: string | undefined; ;) {
    const askedAt = performance.now();
    let page: Record<string, unknown>;
    try {
      ({ value: page } = await session.readPage(listing, cursor, options));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const isRefusal = REFUSALS.has(diagnosisOf(error).cause);
      if (cursor === undefined) return { pages, slowestMs, flaw: isRefusal ? notServed(error, listing) : error };
      return {
        pages,
        slowestMs,
        flaw: isRefusal ? listFlawProblem('cursor_refused', { ...diagnosisOf(error).evidence, ...soFar() }) : error,
      };
    }
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - askedAt));
    const { [listing.key]: items, nextCursor } = page;
    if (!Array.isArray(items)) return { pages, slowestMs, flaw: listFlawProblem('answer_off_protocol', soFar()) };
    pages.push(items);
    cursor = trail.after(
      referenceIn(nextCursor, session.itemRules),
      items.map((item) => (isObject(item) ? item[listing.identity] : null)),
    );
    if (cursor !== undefined) continue;
    const { fault } = trail;
    return { pages, slowestMs, ...(fault && { flaw: listFlawProblem(fault, soFar()) }) };
  }
}

/** The server declares the list and answers with an error. */
const notServed = (problem: Problem, { method }: PrimitiveList): Problem =>
  new ServerProblem(problem, diagnoseCause('capability_not_served', { ...diagnosisOf(problem).evidence, method }));
