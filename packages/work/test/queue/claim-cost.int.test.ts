import { sql } from '@assay/kit/postgres/db';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { claimWork } from '@assay/work/queue/claim-work';
import { database, make } from '../support/work-fixture.ts';

const request = { runnerId: 'r1', count: 4, kinds: ['think', 'dream'], labels: [] as string[], scope: {} };
const claimCost = () => readCostOf(database.pool, 'work', (db) => claimWork(db, request, 15_000));

interface Backlog {
  kind?: string;
  labels?: string[];
  runnerId?: string;
  projects?: number;
  organizationId?: string;
  groups?: number;
}

/** Items that have waited for an hour: longer than any that `make` makes. */
const pileUp = (
  count: number,
  { kind = 'think', labels = [], runnerId, projects = 1, organizationId, groups = 1 }: Backlog,
) =>
  database.pool.query(sql`
    insert into work (id, kind, project_id, task, timeout_ms, labels, only_runner_id, organization_id, group_id, created_at)
    select gen_random_uuid(), ${kind}, 'prj_' || i % ${projects}::int, '', 1000, ${labels}, ${runnerId}, ${organizationId}, 'group_' || i % ${groups}::int, now() - interval '1 h'
    from generate_series(1, ${count}::int) i`);

test.each<[string, Backlog]>([
  ['of the runner itself', {}],
  ['of 20 projects', { projects: 20 }],
  ['of 20 groups', { groups: 20 }],
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
