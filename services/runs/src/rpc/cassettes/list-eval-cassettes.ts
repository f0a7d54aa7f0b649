import { listEvalCassettes as operation } from '@assay/contract/operations/cassettes';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { cassetteRecord } from '../../domain/cassettes/cassette.ts';
import { listCassettes as list } from '../../store/cassettes/cassettes.ts';
import { freezeSuite } from '../../flows/eval-runs/suites.ts';

export const listCassettes = ({ pool, cursors, suites }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }, query) => {
    const page = await listed(operation, cursors, query, {
      name: `cassettes ${projectId} ${suiteId}`,
      find: (before: [number] | undefined, limit) => list(pool, projectId, suiteId, before?.[0] ?? null, limit),
      positionOf: ({ version }) => [version],
    });
    if (page.items.length === 0 && !query.cursor) await freezeSuite(suites, projectId, suiteId);
    return { ...page, items: page.items.map(cassetteRecord) };
  });
