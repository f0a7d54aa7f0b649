import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { followVisit } from '../../flows/visits/follow-visit.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';

export const streamVisitEvents = (deps: Deps) =>
  handle(operations.streamVisitEvents, async (caller, { lastEventId, waitMs, ...opening }) => {
    const { id } = await provenVisitor(deps, caller, opening);
    const news = await followVisit(deps, id, { lastEventId, waitMs: Number(waitMs) });
    // A visit that ended during the wait is told nothing more.
    await provenVisitor(deps, caller, opening);
    return news;
  });
