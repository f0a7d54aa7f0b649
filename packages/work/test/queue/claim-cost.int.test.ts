import { sql, transaction, type Db, type Statement } from '@assay/kit/postgres/db';
import { claimWork } from '@assay/work/queue/claim-work';
import { database, make } from '../support/work-fixture.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

const seeker = { runnerId: 'r1', count: 4, kinds: ['think', 'dream'], labels: [] as string[], scope: {} };
const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];

/** The rows of `work` that a claim reads, and the blocks that it touches. */
async function claimCost(): Promise<{ rows: number; blocks: number }> {
  let plan: PlanNode | undefined;
  await transaction(database.pool, async (tx) => {
    const explained = async ({ text, values }: Statement) => {
      const { rows } = await tx.query({ text: `explain (analyze, buffers, timing off, format json) ${text}`, values });
      [{ Plan: plan }] = (rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }])[0]['QUERY PLAN'];
      return { rows: [] };
    };
    await claimWork({ query: explained } as unknown as Db, seeker, 15_000);
    await tx.query('rollback; begin');
  });
  const scans = everyNode(plan!).filter((node) => node['Relation Name'] === 'work' && /Scan/.test(node['Node Type']));
  return {
    rows: scans.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
    blocks: plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'],
  };
}

interface Backlog {
  kind?: string;
  labels?: string[];
  runnerId?: string;
  projects?: number;
  organizationId?: string;
}

/** Items that have waited for an hour: longer than any that `make` makes. */
const pileUp = (count: number, { kind = 'think', labels = [], runnerId, projects = 1, organizationId }: Backlog) =>
  database.pool.query(sql`
    insert into work (id, kind, project_id, task, timeout_ms, labels, only_runner_id, organization_id, created_at)
    select gen_random_uuid(), ${kind}, 'prj_' || i % ${projects}::int, '', 1000, ${labels}, ${runnerId}, ${organizationId}, now() - interval '1 h'
    from generate_series(1, ${count}::int) i`);

test.each<[string, Backlog]>([
  ['of the runner itself', {}],
  ['of 20 projects', { projects: 20 }],
  ['of an organization', { organizationId: 'org', projects: 3 }],
  ['of a kind that the runner does not do', { kind: 'sing' }],
  ['for labels that the runner lacks', { labels: ['lab'] }],
  ['for another runner', { runnerId: 'r2' }],
])('a claim costs the same with 200 and with 20,000 items %s', async (_, backlog) => {
  await make('a', 'b', 'c', 'd');
  await pileUp(200, backlog);
  const before = await claimCost();
  await pileUp(19_800, backlog);
  const after = await claimCost();
  expect(after.rows).toBe(before.rows);
  // The trees of the indexes are higher.
  expect(after.blocks).toBeLessThan(before.blocks * 2);
});
