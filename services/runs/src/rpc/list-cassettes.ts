import { listEvalCassettes as operation } from '@assay/contract/operations/cassettes';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { cassetteRecord } from '../domain/cassette.ts';
import { listCassettes as list } from '../store/cassettes.ts';
import { freezeSuite } from '../suites.ts';

export const listCassettes = ({ pool, cursors, suites }: Deps) =>
  handle(operation, async (_caller, { projectId, suiteId }, { cursor, limit }) => {
    const scope = `cassettes ${projectId} ${suiteId}`;
    const [before] = cursors.decode(scope, cursor) ?? [];
    const size = pageSize(limit, 25, 100);
    const found = await list(pool, projectId, suiteId, before === undefined ? null : Number(before), size + 1);
    if (found.length === 0 && before === undefined) await freezeSuite(suites, projectId, suiteId);
    const page = pageOf(found, size, ({ version }) => cursors.encode(scope, [version]));
    return { ...page, items: page.items.map(cassetteRecord) };
  });
