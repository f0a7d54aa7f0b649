import { notFound } from '@assay/contract/problem';
import { transaction, type Tx } from '@assay/kit/postgres/db';
import type { Deps } from '../../deps.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { serversOf } from '../../flows/servers/resolve-servers.ts';
import { claimSuite, findSuite } from '../../store/suites/suites.ts';

/** A suite that is written to, and by which file if any. */
export interface WriteTarget {
  projectId: string;
  suiteId: string;
  declaredSuiteId: string;
}

/** The suite, which nobody else changes until the transaction ends. NOT_FOUND without such a suite, CONFLICT when it belongs to another file. */
export async function claimWritable(
  tx: Tx,
  { projectId, suiteId, declaredSuiteId }: WriteTarget,
): Promise<StoredSuite> {
  const suite = await claimSuite(tx, projectId, suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, declaredSuiteId);
  return suite;
}

/**
 * Does `work` in a transaction that has claimed the suite, with the names of its servers: nobody else changes the suite or
 * its cases meanwhile. NOT_FOUND without such a suite, CONFLICT when it belongs to another file.
 */
export async function inWritableSuite<T>(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  target: WriteTarget,
  work: (tx: Tx, suite: StoredSuite, serverNames: string[]) => Promise<T>,
): Promise<T> {
  const found = await findSuite(pool, target.projectId, target.suiteId);
  if (!found) throw notFound('suite');
  assertWritable(found, target.declaredSuiteId);
  // Asked before the transaction, which must not wait for another service.
  const servers = await serversOf(catalog, target.projectId, found.body.serverIds);
  return transaction(pool, async (tx) => {
    const suite = await claimWritable(tx, target);
    return work(
      tx,
      suite,
      servers.filter(({ id }) => suite.body.serverIds.includes(id)).map(({ name }) => name),
    );
  });
}
