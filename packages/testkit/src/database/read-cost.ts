import { transaction, type Db, type Pool, type Statement } from '@assay/kit/postgres/db';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/**
 * The rows of a table that a statement read, over all of its scans, the rows that all steps of its plan handled, and the
 * blocks of 8 KB that it touched.
 */
export interface ReadCost {
  rows: number;
  handled: number;
  blocks: number;
}

/** Runs a function that makes one statement, and measures what that reads of a table. The statement is rolled back. */
export async function readCostOf(pool: Pool, table: string, work: (db: Db) => Promise<unknown>): Promise<ReadCost> {
  let plan: PlanNode | undefined;
  await transaction(pool, async (tx) => {
    const explained = async ({ text, values }: Statement) => {
      const { rows } = await tx.query({ text: `explain (analyze, buffers, timing off, format json) ${text}`, values });
      [{ Plan: plan }] = (rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }])[0]['QUERY PLAN'];
      return { fields: [], rows: [] };
    };
    await work({ query: explained } as unknown as Db);
    await tx.query('rollback; begin');
  });
  const nodes = everyNode(plan!);
  return {
    rows: handledBy(nodes.filter((node) => node['Relation Name'] === table && /Scan/.test(node['Node Type']))),
    handled: handledBy(nodes),
    blocks: plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'],
  };
}

const handledBy = (nodes: PlanNode[]): number =>
  nodes.reduce((sum, node) => sum + rowsOf(node) * node['Actual Loops'], 0);
const rowsOf = (node: PlanNode): number =>
  node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);

const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];
