import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { operations } from '@assay/contract/operations';
import { Problem, reasons } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { unzipJson } from '@assay/transcripts/gzip';
import type { Deps } from '../../deps.ts';
import { foundSession } from '../../flows/journey-runs/found-session.ts';
import { listTurns } from '../../store/journey-runs/session-turns.ts';

export const listJourneySessionTurns = (deps: Deps) =>
  handle(operations.listJourneySessionTurns, async (_caller, target, query) => {
    const { run, session } = await foundSession(deps, target);
    if (run.tracesGoneAt)
      throw new Problem('NOT_FOUND', 'The transcripts of the run are no longer kept.', {
        reason: reasons.TRACE_NOT_AVAILABLE,
      });
    const page = await pageOfList(operations.listJourneySessionTurns, deps.cursors, query, {
      name: `turns of ${session.id}`,
      find: (after: [number] | undefined, limit) => listTurns(deps.pool, session.id, after?.[0] ?? -1, limit),
      positionOf: ({ promptIndex }) => [promptIndex],
    });
    const turns = await Promise.all(page.items.map(({ body }) => unzipJson<SessionTurn>(body)));
    return {
      ...page,
      items: turns.map(({ promptIndex, status, finishReason, messages, toolCalls, askedAtMs, endedAtMs }) => ({
        promptIndex,
        status,
        finishReason,
        messages,
        toolCalls,
        startedAt: askedAtMs,
        endedAt: endedAtMs,
      })),
    };
  });
