import { rows, sql, type Db } from '@assay/kit/db';
import type { Run } from '../domain/run.ts';
import { columns } from './run-columns.ts';

/** The newest completed run of the same suite, client and arm before this one; one of some cases only is none. */
export async function findBaseline(db: Db, { projectId, suiteId, runNumber, client, arm }: Run): Promise<Run | undefined> {
  const [run] = await rows<Run>(db, sql`
    select ${columns} from runs
    where project_id = ${projectId} and suite_id = ${suiteId} and run_number < ${runNumber} and status = 'completed' and rerun_of is null and not is_part
      and coalesce(client->>'id', client->>'name', '') = ${client?.id ?? client?.name ?? ''} and coalesce(arm, '') = ${arm ?? ''}
    order by run_number desc limit 1`);
  return run;
}
