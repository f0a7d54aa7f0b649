import type { ListEvalRunGroupCases } from '@assay/contract/areas/run-groups/group-cases';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { notInGroup } from '../../domain/run-groups/group-base.ts';
import { groupCaseRecord, type GroupCell } from '../../domain/run-groups/group-case.ts';
import { findGroupHead, listGroupRunIds } from '../../store/run-groups/arms.ts';
import {
  countGroupCases,
  listGroupCases,
  listPairedCases,
  type GroupCaseRow,
} from '../../store/run-groups/group-cases.ts';

type Place = [place: number, variant: number];

export const listEvalRunGroupCases = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalRunGroupCases, async (_caller, { projectId, runGroupId }, query) => {
    if (!(await findGroupHead(pool, projectId, runGroupId))) throw notFound('run group');
    const runIds = await listGroupRunIds(pool, runGroupId);
    const base = baseOf(runIds, query);
    if (base === undefined) return { items: [], ...(!query.cursor && { counts: { total: 0, differing: 0 } }) };
    const filter = { only: query.only, q: query.q };
    const page = await pageOfList(operations.listEvalRunGroupCases, cursors, query, {
      name: `group cases ${runGroupId} ${JSON.stringify(filter)}`,
      find: async (after: Place | undefined, limit) =>
        casesOf(await listGroupCases(pool, runIds, filter, after ?? [-1, 0], limit)),
      positionOf: ([{ place, variant }]) => [place, variant],
    });
    const cells = await withPairs(pool, base, page.items);
    return {
      ...page,
      items: cells.map((each) => groupCaseRecord(inOrder(each, runIds))),
      ...(!query.cursor && { counts: await countGroupCases(pool, runIds) }),
    };
  });

/** The run that the others are compared with; undefined for a group without runs. */
function baseOf(runIds: readonly string[], { baseRunId }: ListEvalRunGroupCases): string | undefined {
  if (baseRunId !== undefined && !runIds.includes(baseRunId)) throw notInGroup();
  return baseRunId ?? runIds[0];
}

type CaseRows = [GroupCaseRow, ...GroupCaseRow[]];

const keyOf = ({ place, variant }: { place: number; variant: number }): string => `${place} ${variant}`;

/** The rows of each case together; rows of one case follow each other. */
const casesOf = (found: readonly GroupCaseRow[]): CaseRows[] => [...Map.groupBy(found, keyOf).values()] as CaseRows[];

async function withPairs(db: Db, base: string, cases: readonly CaseRows[]): Promise<GroupCell[][]> {
  const pairs = new Map(
    (await listPairedCases(db, base, cases.flat())).map((each) => [`${keyOf(each)} ${each.runId}`, each]),
  );
  return cases.map((each) => each.map((row) => ({ ...row, pairs: pairs.get(`${keyOf(row)} ${row.runId}`) })));
}

const inOrder = (cells: readonly GroupCell[], runIds: readonly string[]): GroupCell[] =>
  cells.toSorted((a, b) => runIds.indexOf(a.runId) - runIds.indexOf(b.runId));
