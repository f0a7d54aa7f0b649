import { operations } from '@assay/contract/operations';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { summaryOf, textAround, type SummarizedSession } from '../../domain/chat-sessions/session-summary.ts';
import {
  findMatches,
  listSummaries,
  type SessionFilter,
  type SessionPosition,
} from '../../store/chat-sessions/session-summaries.ts';

/** At most this many sessions are searched for one page. */
const SEARCHED = 200;
const sources: Record<string, SessionFilter['source']> = { direct: 'direct', scenario: 'study' };

export const listSessions = (deps: Deps) =>
  handle(operations.listSessions, async ({ userId = '' }, { projectId }, query) => {
    const { cursors, pool, publicUrl } = deps;
    const { q = '', scope = 'titles', sourceType, status = 'active', limit, cursor } = query;
    if (sourceType !== undefined && !Object.hasOwn(sources, sourceType)) return { items: [], scope };
    const list = `sessions of ${projectId} for ${userId}: ${JSON.stringify([q, scope, sourceType, status])}`;
    const after = cursors.decode(list, cursor) as SessionPosition | undefined;
    const size = pageSize(operations.listSessions, limit);
    const filter = { projectId, userId, status, source: sourceType === undefined ? undefined : sources[sourceType] };
    const isSearch = scope === 'transcripts' && q !== '';
    const most = isSearch ? SEARCHED : size;
    const found = await listSummaries(pool, filter, isSearch ? '' : q, after, most + 1);
    const candidates = found.slice(0, most);
    const matches = isSearch
      ? await findMatches(
          pool,
          candidates.map(({ id }) => id),
          q,
        )
      : undefined;
    const all = matches ? candidates.filter(({ id }) => matches.has(id)) : candidates;
    const shown = all.slice(0, size);
    const last = all.length > size ? shown.at(-1) : found.length > most ? candidates.at(-1) : undefined;
    const positionOf = ({ lastActivityAt, id }: SummarizedSession): [number, string] => [lastActivityAt.getTime(), id];
    return {
      items: shown.map((session) => {
        const text = matches?.get(session.id);
        return summaryOf(session, { userId, publicUrl }, text === undefined ? undefined : textAround(text, q));
      }),
      ...(last && { nextCursor: cursors.encode(list, positionOf(last)) }),
      scope,
    };
  });
