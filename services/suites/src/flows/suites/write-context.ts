import { notFound } from '@assay/contract/problem';
import type { WriteContext, WriteTarget } from '../../actions/suites/writable-suite.ts';
import type { Deps } from '../../deps.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { findSuite } from '../../store/suites/suites.ts';
import { serversOf } from '../servers/resolve-servers.ts';

/**
 * The names of the servers of a suite to write to. Throws NOT_FOUND without such a suite, CONFLICT when it belongs to
 * another file.
 */
export async function writeContextOf(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  target: WriteTarget,
): Promise<WriteContext> {
  const suite = await findSuite(pool, target.projectId, target.suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, target.declaredSuiteId);
  return { ...target, servers: await serversOf(catalog, target.projectId, suite.body.serverIds) };
}
