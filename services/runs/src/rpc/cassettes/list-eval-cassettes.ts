import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { cassetteRecord } from '../../domain/cassettes/cassette.ts';
import { listCassettes as list } from '../../store/cassettes/cassettes.ts';
import { assertSuite } from '../../flows/eval-runs/suites.ts';

export const listEvalCassettes = ({ pool, cursors, suites }: Deps) =>
  handle(operations.listEvalCassettes, async (_caller, { projectId, suiteId }, query) => {
    const page = await pageOfList(operations.listEvalCassettes, cursors, query, {
      name: `cassettes ${projectId} ${suiteId}`,
      find: (before: [number] | undefined, limit) => list(pool, projectId, suiteId, before?.[0] ?? null, limit),
      positionOf: ({ version }) => [version],
    });
    if (page.items.length === 0 && !query.cursor) await assertSuite(suites, projectId, suiteId);
    return { ...page, items: page.items.map(cassetteRecord) };
  });
