import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { RunClient } from '@assay/contract/areas/eval-runs/run-spec';
import { faultProblem } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { foldedName } from '@assay/contract/normal-name';
import { reasons, type Problem } from '@assay/contract/problem';
import type { SuiteSnapshot } from '../eval-runs/suite-snapshot.ts';

/** The environment or the client that a launch runs against, before it is resolved. */
export type RunTarget =
  | {
      environmentId: string;
      /** The launch may use an ad-hoc environment only, because the suite is not attached to this one. */
      isAdhoc: boolean;
    }
  | {
      environmentId?: never;
      /** The id or the name of the client; absent for the default client of the project. */
      client?: string;
      /** The ids of the clients of the suite, where `client` has to be one of them by its name. */
      attachedIds?: string[];
      source: Extract<RunClient['source'], 'attached_host' | 'suite_default'>;
      serverIds: string[];
    };

type Selection = Pick<CreateEvalRun, 'suiteId' | 'serverIds' | 'environmentId' | 'hosts' | 'namedHostId'>;
type Attached = Pick<SuiteSnapshot, 'suiteId' | 'serverIds' | 'environmentIds' | 'clients'>;

/**
 * The target of a launch: the environment that it names, or the only one of the suite; else a client with servers that
 * the launch or the suite selects. `allowsAdhoc` lets it name an ad-hoc environment, which no suite is attached to.
 * @throws VALIDATION_ERROR with the reason why there is no such target.
 */
export function selectTarget(asked: Selection, suite: Attached, { allowsAdhoc = false } = {}): RunTarget {
  const environmentId = selectEnvironment(asked, suite, allowsAdhoc);
  if (environmentId === undefined) return selectClient(asked, suite);
  if (asked.hosts || asked.namedHostId !== undefined)
    throw faultProblem({
      path: asked.hosts ? '/hosts' : '/namedHostId',
      message: 'cannot be combined with an environment, which has a client of its own',
    });
  return { environmentId, isAdhoc: !suite.environmentIds.includes(environmentId) };
}

function selectEnvironment(
  { environmentId, serverIds }: Selection,
  { environmentIds }: Attached,
  allowsAdhoc: boolean,
): string | undefined {
  if (serverIds && (environmentId !== undefined || environmentIds.length > 0))
    throw faultProblem(
      { path: '/serverIds', message: 'cannot be chosen: the environment fixes the servers' },
      { reason: reasons.ENVIRONMENT_SERVERS_NOT_OVERRIDABLE },
    );
  if (environmentId !== undefined && !allowsAdhoc && !environmentIds.includes(environmentId))
    throw notAttachedProblem(environmentId, environmentIds);
  if (environmentId === undefined && environmentIds.length > 1)
    throw faultProblem(
      {
        path: '/environmentId',
        message: `is required: the suite has several environments (${environmentIds.join(', ')})`,
      },
      { reason: reasons.ENVIRONMENT_REQUIRED, environmentIds },
    );
  return environmentId ?? environmentIds[0];
}

/** The refusal of an environment that the suite is not attached to. */
export const notAttachedProblem = (environmentId: string, environmentIds: string[]): Problem =>
  faultProblem(
    { path: '/environmentId', message: 'is not attached to the suite' },
    { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId, environmentIds },
  );

/**
 * The target once its client is known: `namedHostId` may call it otherwise than the clients of the launch or the suite do,
 * which say what servers it gets.
 * @throws VALIDATION_ERROR when it is none of them.
 */
export function targetOfClient(
  target: RunTarget,
  asked: Selection,
  suite: Attached,
  { id, name }: Pick<ResolvedBundle['client'], 'id' | 'name'>,
): RunTarget {
  const { hosts, namedHostId } = asked;
  if (target.environmentId !== undefined || namedHostId === undefined) return target;
  const references = candidatesOf(asked, suite).map(({ client }) => client);
  // A suite keeps the ids of its clients; a launch may name them.
  const isNamed = (client: string) => hosts !== undefined && foldedName(client) === foldedName(name);
  const meant = references.find((client) => client === id) ?? references.find(isNamed);
  if (meant === undefined) throw hostNotAttachedProblem(namedHostId, references);
  return selectTarget({ ...asked, namedHostId: meant }, suite);
}

/** A client that the launch or the suite attaches; without servers of its own, its runs use the suite's selection. */
interface Candidate {
  client: string;
  servers?: string[];
  path: string;
}

function selectClient(asked: Selection, suite: Attached): RunTarget {
  const candidates = candidatesOf(asked, suite);
  const chosen = chosenOf(asked, candidates);
  const serverIds = selectServers(asked, suite, chosen);
  const client = asked.namedHostId ?? chosen?.client;
  if (client === undefined) return { source: 'suite_default', serverIds };
  const mayBeName = !chosen && !asked.hosts;
  return {
    source: 'attached_host',
    client,
    serverIds,
    ...(mayBeName && { attachedIds: candidates.map((candidate) => candidate.client) }),
  };
}

const candidatesOf = ({ hosts }: Selection, { clients }: Attached): Candidate[] =>
  hosts
    ? hosts.map(({ host: client, servers }, i) => ({
        client,
        ...given({ servers }),
        path: `/hosts/${i}/servers`,
      }))
    : clients.map(({ id: client, serverIds: servers, limitsServers }) => ({
        client,
        ...(limitsServers && { servers }),
        path: '/namedHostId',
      }));

/** The client that the launch names, or the only one. `targetOfClient` compares names. */
function chosenOf({ namedHostId }: Selection, candidates: Candidate[]): Candidate | undefined {
  const references = candidates.map(({ client }) => client);
  if (namedHostId !== undefined) {
    if (candidates.length === 0) throw hostNotAttachedProblem(namedHostId, references);
    return candidates.find(({ client }) => client === namedHostId);
  }
  if (candidates.length > 1)
    throw faultProblem(
      { path: '/namedHostId', message: `is required: the suite has several clients (${references.join(', ')})` },
      { reason: reasons.HOST_REQUIRED, namedHostIds: references },
    );
  return candidates[0];
}

/** The refusal of a client that the suite is not attached to. */
export const hostNotAttachedProblem = (namedHostId: string, namedHostIds: string[]): Problem =>
  faultProblem(
    { path: '/namedHostId', message: 'is not attached to the suite' },
    { reason: reasons.HOST_NOT_ATTACHED, namedHostId, namedHostIds },
  );

/** The servers of the launch, or of the client, or of the suite; the list of a launch may be empty. */
function selectServers(
  { suiteId, serverIds, hosts }: Selection,
  { serverIds: saved }: Attached,
  chosen: Candidate | undefined,
): string[] {
  if (!serverIds && saved.length === 0)
    throw faultProblem(
      { path: '/serverIds', message: 'is required: the suite has no saved server selection' },
      { reason: reasons.NO_SAVED_SERVER_SELECTION, suiteId },
    );
  const all = serverIds ?? saved;
  // The stored limit of a client gives way to servers that the launch names.
  if (!chosen?.servers || (serverIds && !hosts)) return [...new Set(all)];
  const { servers, path } = chosen;
  const left = servers.filter((id) => all.includes(id));
  if (hosts && left.length < servers.length) {
    const unknown = servers.findIndex((id) => !all.includes(id));
    throw faultProblem({ path: `${path}/${unknown}`, message: 'is not one of the servers of the suite' });
  }
  if (servers.length > 0 && left.length === 0)
    throw faultProblem({
      path,
      message: `means ${chosen.client}, and the suite no longer has any of its servers: change the hosts of the suite`,
    });
  return [...new Set(left)];
}
