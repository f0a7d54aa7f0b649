import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import type { UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import { refuseFault } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { notFound } from '@assay/contract/problem';
import { assertPresent, patchSuite, type ServerChange } from '../../actions/suites/patch-suite.ts';
import type { WriteTarget } from '../../actions/suites/writable-suite.ts';
import type { Deps } from '../../deps.ts';
import { assertStillPinned } from '../../domain/schedules/environment-pin.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { assertSettingsPatchable, executionProblem } from '../../domain/suites/patchable.ts';
import { patchFault } from '../../domain/suites/suite-patch.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import type { SuiteTargets } from '../../domain/suites/suite-targets.ts';
import { requiredServers, serversOf } from '../servers/resolve-servers.ts';
import { findSchedule } from '../../store/schedules/schedules.ts';
import { findSuite } from '../../store/suites/suites.ts';
import { reserveTargets, settlingTargets } from './attach-targets.ts';

/**
 * Applies a patch to a suite, all of it or nothing. Refuses, in this order, for the environment of the schedule, the
 * settings, the clients, the execution configuration, the servers and the environments. Throws NOT_FOUND, CONFLICT or
 * VALIDATION_ERROR.
 */
export async function changeSuite(
  deps: Deps,
  target: WriteTarget,
  patch: UpdateEvalSuite,
  userId: string | undefined,
): Promise<EvalSuiteDetail> {
  const { pool } = deps;
  refuseFault(patchFault(patch));
  const suite = await findSuite(pool, target.projectId, target.suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, target.declaredSuiteId);
  if (patch.environmentIds) assertStillPinned(await findSchedule(pool, suite.id), patch.environmentIds);
  await assertPresent(pool, suite, patch);
  assertSettingsPatchable(suite, patch);
  const isAttaching = patch.hosts !== undefined || patch.environmentIds !== undefined;
  const change = async () => {
    const servers = await refusedOrServers(deps, suite, patch);
    const targets = isAttaching ? await wantedTargets(deps, suite, patch, servers) : undefined;
    return patchSuite(pool, target, patch, { revision: suite.revision, servers, targets }, userId);
  };
  return isAttaching ? settlingTargets(deps, suite, change) : change();
}

/** The servers that the patch names, unless its execution configuration refuses it; unknown clients come before that. */
async function refusedOrServers(
  deps: Deps,
  suite: StoredSuite,
  patch: UpdateEvalSuite,
): Promise<ServerChange | undefined> {
  const refusal = executionProblem(suite, patch);
  if (refusal && patch.hosts)
    await reserveTargets(deps, suite, { hosts: patch.hosts.map(({ host }) => ({ host })) }, []);
  if (refusal) throw refusal;
  return serverChange(deps.catalog, suite, patch.environment?.servers);
}

async function wantedTargets(
  deps: Deps,
  suite: StoredSuite,
  { hosts, environmentIds }: UpdateEvalSuite,
  servers: ServerChange | undefined,
): Promise<SuiteTargets> {
  const isLimiting = hosts?.some((host) => host.servers !== undefined) ?? false;
  const own =
    servers?.after ?? (isLimiting ? await serversOf(deps.catalog, suite.projectId, suite.body.serverIds) : []);
  const wanted = { ...given({ hosts, environmentIds }) };
  return reserveTargets(deps, suite, wanted, own);
}

/** Read before the transaction, which must not wait for another service. */
async function serverChange(
  catalog: Deps['catalog'],
  { projectId, body }: StoredSuite,
  wanted: string[] | undefined,
): Promise<ServerChange | undefined> {
  if (!wanted) return undefined;
  const [before, after] = await Promise.all([
    serversOf(catalog, projectId, body.serverIds),
    requiredServers(catalog, projectId, wanted, '/environment/servers', true),
  ]);
  return { before, after };
}
