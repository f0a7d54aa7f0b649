import { isDeepStrictEqual } from 'node:util';
import type { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import { faultProblem } from '@assay/contract/fault';
import { ambiguousAt, meantClient } from '@assay/contract/areas/environments/meant-client';
import { BundlesService, type AttachedTarget } from '@assay/mesh/gen/assay/v1/environments';
import { isSameName } from '@assay/contract/normal-name';
import type { Deps } from '../../deps.ts';
import type { NamedServer } from '../../domain/suites/named-server.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { targetsOf, type SuiteHost, type SuiteTargets } from '../../domain/suites/suite-targets.ts';
import { findSuite } from '../../store/suites/suites.ts';
import {
  claimUnsettledChanges,
  deleteTargetChange,
  insertTargetChange,
  type TargetChange,
} from '../../store/suites/target-changes.ts';

/** The wanted targets of a suite, which replace the present ones; absent keeps them. */
export interface WantedTargets {
  environmentIds?: string[] | null;
  hosts?: NonNullable<CreateEvalSuite['hosts']>;
}

type TargetHolder = Pick<StoredSuite, 'id' | 'projectId'> & { body?: SuiteTargets };

/**
 * Reserves the wanted targets for a suite beside its present ones, and returns the targets that it will have. Called before
 * the transaction that stores them, so that a client which a suite names cannot be deleted; within `settlingTargets`.
 * `servers` are the servers that the suite will have.
 * @throws NOT_FOUND for a target that the project does not have, VALIDATION_ERROR for an ambiguous name or a server that
 * the suite does not have.
 */
export async function reserveTargets(
  { environments }: Pick<Deps, 'environments'>,
  { id, projectId, body: present = {} }: TargetHolder,
  wanted: WantedTargets,
  servers: readonly NamedServer[],
): Promise<SuiteTargets> {
  const environmentIds = [...new Set(wanted.environmentIds ?? [])];
  const hosts = wanted.hosts ?? [];
  const limits = hosts.map((host, i) => limitOf(host, servers, `/hosts/${i}/servers`));
  const { clients } = await environments
    .call(BundlesService.attachTargets, {
      projectId,
      holderKind: 'suite',
      holderId: id,
      environmentIds: [...new Set([...environmentIds, ...(present.environmentIds ?? [])])],
      clients: [...new Set([...hosts.map(({ host }) => host), ...(present.hosts ?? []).map((host) => host.id)])],
    })
    .catch((error: unknown) => {
      const references = hosts.map(({ host }) => host);
      throw ambiguousAt(error, references, (at) => `/hosts/${at}/host`);
    });
  const attached = hosts.map(({ host }, i): SuiteHost => {
    const limit = limits[i];
    return { ...attachedClient(clients, host), ...(limit && { servers: limit }) };
  });
  return {
    ...given('environmentIds', wanted.environmentIds === undefined ? present.environmentIds : environmentIds),
    ...given('hosts', wanted.hosts === undefined ? present.hosts : attached.filter(isFirstOfItsId)),
  };
}

/**
 * Carries out a change that reserves targets. Whether it succeeds or not, the reservation of the targets that the suite has
 * then is kept, and the others are released: targets that the change took away, or that a refused change wanted. A
 * change that this process cannot settle, because it dies or environments is away, is settled later.
 */
export async function settlingTargets<T>(
  deps: Pick<Deps, 'environments' | 'pool'>,
  { id: suiteId, projectId }: Pick<TargetHolder, 'id' | 'projectId'>,
  change: () => Promise<T>,
): Promise<T> {
  const id = await insertTargetChange(deps.pool, { projectId, suiteId });
  try {
    return await change();
  } finally {
    // The change is over, as its request is told; what is left unsettled is settled later.
    await settleChange(deps, { id, projectId, suiteId }).catch(() => undefined);
  }
}

/** Settles changes that were begun this long ago, in milliseconds; answers how many were looked at. */
export async function settleUnsettledChanges(
  deps: Pick<Deps, 'environments' | 'pool'>,
  olderThanMs: number,
  limit: number,
): Promise<number> {
  const changes = await claimUnsettledChanges(deps.pool, olderThanMs, limit);
  for (const each of changes) await settleChange(deps, each);
  return changes.length;
}

async function settleChange(
  { environments, pool }: Pick<Deps, 'environments' | 'pool'>,
  { id, projectId, suiteId }: TargetChange,
): Promise<void> {
  const presentTargets = async () => targetsOf((await findSuite(pool, projectId, suiteId))?.body ?? {});
  const reserve = ({ environmentIds = [], hosts = [] }: SuiteTargets) =>
    environments.call(BundlesService.attachTargets, {
      projectId,
      holderKind: 'suite',
      holderId: suiteId,
      environmentIds,
      clients: hosts.map((host) => host.id),
    });
  for (let targets = await presentTargets(); ;) {
    const isReserved = await reserve(targets).then(
      () => true,
      () => false,
    );
    if (!isReserved) return;
    // A change that was committed meanwhile may have reserved its targets before these took their place.
    const latest = await presentTargets();
    if (isDeepStrictEqual(latest, targets)) break;
    targets = latest;
  }
  await deleteTargetChange(pool, id);
}

/** The ids of the servers that a client is limited to, of the suite's servers. */
function limitOf(
  { servers: references }: NonNullable<WantedTargets['hosts']>[number],
  servers: readonly NamedServer[],
  path: string,
): string[] | undefined {
  if (!references) return undefined;
  const ids = references.map((reference, i) => {
    const server =
      servers.find(({ id }) => id === reference) ?? servers.find(({ name }) => isSameName(name, reference));
    if (!server) throw faultProblem({ path: `${path}/${i}`, message: 'is not one of the servers of the suite' });
    return server.id;
  });
  return [...new Set(ids)];
}

function attachedClient(clients: AttachedTarget[], reference: string): Pick<SuiteHost, 'id' | 'name'> {
  const client = meantClient(clients, reference);
  if (!client) throw new Error('The client that was attached is not in the answer.');
  return { id: client.id, name: client.name };
}

const isFirstOfItsId = ({ id }: SuiteHost, i: number, hosts: SuiteHost[]): boolean =>
  hosts.findIndex((host) => host.id === id) === i;

/** The field, unless its list is empty. */
const given = <K extends string, T>(key: K, list: T[] | undefined): { [key in K]?: T[] } =>
  (list && list.length > 0 ? { [key]: list } : {}) as { [key in K]?: T[] };
