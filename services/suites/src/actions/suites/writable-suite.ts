import { notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import type { NamedServer } from '../../domain/suites/named-server.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { claimSuite } from '../../store/suites/suites.ts';

/** A suite to write to, and the file that writes, if any. */
export interface WriteTarget {
  projectId: string;
  suiteId: string;
  declaredSuiteId: string;
}

/**
 * The suite, locked until the transaction ends. Throws NOT_FOUND without such a suite, CONFLICT when it belongs to
 * another file.
 */
export async function claimWritable(
  tx: Tx,
  { projectId, suiteId, declaredSuiteId }: WriteTarget,
): Promise<StoredSuite> {
  const suite = await claimSuite(tx, projectId, suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, declaredSuiteId);
  return suite;
}

/** Servers that were resolved before the transaction, which must not wait for another service. */
export interface WriteContext extends WriteTarget {
  servers: NamedServer[];
}

/** The locked suite, with the names of the resolved servers that it still has. */
export async function claimWithServers(
  tx: Tx,
  { servers, ...target }: WriteContext,
): Promise<{ suite: StoredSuite; serverNames: string[] }> {
  const suite = await claimWritable(tx, target);
  const names = servers.filter(({ id }) => suite.body.serverIds.includes(id)).map(({ name }) => name);
  return { suite, serverNames: names };
}
