import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { visitMessageOf } from '../../domain/visits/visit-view.ts';
import { provenVisitor } from '../../flows/visits/proven-visitor.ts';
import { listMessages } from '../../store/visits/visit-messages.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';

export const listVisitMessages = (deps: Deps) =>
  handle(operations.listVisitMessages, async (caller, opening, query) => {
    const { pool, cursors } = deps;
    const visitor = await provenVisitor(deps, caller, opening);
    const session = await findVisitSession(pool, visitor.id);
    const page = await pageOfList(operations.listVisitMessages, cursors, query, {
      name: `messages of ${session?.id ?? visitor.id}`,
      find: async (before: [number] | undefined, limit) =>
        session ? listMessages(pool, session.id, before?.[0], limit) : [],
      positionOf: ({ index }) => [index],
    });
    return { ...page, items: page.items.map(visitMessageOf) };
  });
