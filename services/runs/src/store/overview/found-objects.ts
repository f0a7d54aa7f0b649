import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { FoundRow } from '../../domain/overview/found-object.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

interface RunRow {
  id: string;
  projectId: string;
  suiteId: string;
  runNumber: number;
  /** Read here and not in SQL, because it may hold an escape that Postgres does not parse. */
  spec: RunSpec;
}

const columns = fragment('runs.id, runs.project_id, runs.suite_id, runs.run_number, runs.spec');

const foundRun = ({ id, projectId, suiteId, runNumber, spec }: RunRow): FoundRow => ({
  kind: 'run',
  id,
  name: `Run ${runNumber}`,
  projectId,
  parentKind: 'suite',
  parentId: suiteId,
  parentName: spec.suiteName,
});

/** The runs with a number in these suites, or in any suite of the project; the newest first. */
export async function findNumberedRuns(
  db: Db,
  projectId: string,
  { number, suiteIds, limit }: { number: number; suiteIds: string[] | undefined; limit: number },
): Promise<FoundRow[]> {
  const found = await rows<RunRow>(
    db,
    sql`
    select ${columns} from runs
    where project_id = ${projectId} and run_number = ${number} and not ${isHidden('runs')}
      and (${suiteIds ?? null}::text[] is null or suite_id = any(${suiteIds ?? null}::text[]))
    order by created_at desc, id desc limit ${limit}`,
  );
  return found.map(foundRun);
}

/** A run by its id, in any project: the caller checks the access to it. */
export async function locateRun(db: Db, id: string): Promise<FoundRow | undefined> {
  const [run] = await rows<RunRow>(db, sql`select ${columns} from runs where id = ${id} and not ${isHidden('runs')}`);
  return run && foundRun(run);
}

/** An iteration, likewise. */
export async function locateIteration(db: Db, id: string): Promise<FoundRow | undefined> {
  const [found] = await rows<RunRow & { iterationNumber: number }>(
    db,
    sql`
    select ${columns}, i.iteration_number from iterations i join runs on runs.id = i.run_id
    where i.id = ${id} and not ${isHidden('runs')}`,
  );
  if (!found) return undefined;
  const { iterationNumber, ...run } = found;
  const parent = foundRun(run);
  return {
    ...parent,
    kind: 'iteration',
    id,
    name: `Trial ${iterationNumber}`,
    parentKind: 'run',
    parentId: parent.id,
    parentName: `${parent.parentName}, ${parent.name.toLowerCase()}`,
  };
}

/** A group of runs, likewise. */
export async function locateRunGroup(db: Db, id: string): Promise<FoundRow | undefined> {
  const [found] = await rows<FoundRow>(
    db,
    sql`
    select 'runGroup' as kind, id, 'Run group' as name, project_id, 'suite' as parent_kind, suite_id as parent_id, '' as parent_name
    from run_groups where id = ${id}`,
  );
  return found;
}
