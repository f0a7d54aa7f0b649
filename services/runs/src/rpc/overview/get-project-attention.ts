import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { attentionItems } from '../../domain/overview/attention-items.ts';
import { countsOf, standingOf } from '../../domain/overview/project-standing.ts';
import { AnsweredParts } from '../../flows/overview/answered-parts.ts';
import { readAttentionFacts } from '../../flows/overview/attention-facts.ts';
import { listDismissed } from '../../store/overview/attention-dismissals.ts';

/** At most this many items in an answer: a person reads the first ones. */
const MAX_ITEMS = 100;

export const getProjectAttention = (deps: Deps) =>
  handle(operations.getProjectAttention, async (caller, { projectId }) => {
    const parts = new AnsweredParts();
    const [facts, dismissed] = await Promise.all([
      readAttentionFacts(deps, caller, projectId, parts),
      listDismissed(deps.pool, projectId),
    ]);
    const all = attentionItems(facts, Date.now());
    const open = all.filter(({ id }) => !dismissed.has(id));
    return {
      ...standingOf(facts, open),
      counts: countsOf(facts),
      items: open.slice(0, MAX_ITEMS),
      dismissed: all.length - open.length,
      unavailable: [...parts.unavailable],
    };
  });
