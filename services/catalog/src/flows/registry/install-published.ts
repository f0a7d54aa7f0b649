import { CreateServer } from '@assay/contract/areas/servers/documents';
import type { InstallRegistryServer } from '@assay/contract/areas/registry/documents';
import { conflict, invalid, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { isDuplicate } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { schemaChecker } from '@assay/kit/json/schema';
import { installServer, type InstalledServer } from '../../actions/registry/install-server.ts';
import type { Deps } from '../../deps.ts';
import { endpointConfigOf } from '../../domain/registry/endpoint-config.ts';
import type { RegistryEntry } from '../../domain/registry/entry.ts';
import { configFault, strayCredential } from '../../domain/servers/server-config.ts';
import type { Fault } from '@assay/contract/fault';
import { nameTaken } from '../../domain/refusals.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';

/** One version of a published server. */
export interface Published {
  id: string;
  source: string;
  entry: RegistryEntry;
}
/** The choices of the installer. */
type Choices = Pick<InstallRegistryServer, 'serverName' | 'endpoint' | 'inputs'>;

const issuesOf = schemaChecker(CreateServer);

/** Saves one version of a published server in the caller's project; `install` may be a preview. */
export async function installPublished(
  { pool, keyEncryptionKey }: Deps,
  { organizationId, organizationRole, userId }: Caller,
  projectId: string,
  published: Published,
  { serverName, endpoint: asked, inputs = {} }: Choices,
  install = installServer,
) {
  const {
    id: registryServerId,
    entry: { facts, endpoints },
  } = published;
  const { name, version, contentHash } = facts;
  if (endpoints.length === 0) throw conflict(`"${name}" has nothing that can be installed.`);
  if (asked !== undefined && !endpoints.some(({ id }) => id === asked))
    throw faultProblem({ path: '/endpoint', message: `is not one of ${endpoints.map(({ id }) => id).join(', ')}` });
  const fallback = name.slice(name.indexOf('/') + 1);
  const installed = await install(
    pool,
    {
      id: newId('srv'),
      projectId,
      organizationId: organizationId!,
      organizationRole,
      userId: userId!,
      keyEncryptionKey,
    },
    {
      serverName,
      fallback,
      record: {
        projectId,
        registryServerId,
        version,
        contentHash,
        installedBy: userId!,
      },
      configFor: (saved) => {
        // A repeated install without a chosen endpoint keeps its destination.
        const endpoint =
          endpoints.find(({ id, destination = '' }) =>
            asked === undefined ? destination === saved?.destination : id === asked,
          ) ?? endpoints[0]!;
        const made = endpointConfigOf(endpoint, inputs, saved?.current);
        if ('faults' in made) throw refusedFor(made.faults);
        // A directory may contain any text, so the configuration must pass the checks of every saved server. A kept
        // name is exempt: it may be older than those checks.
        const keepsName = saved !== undefined && serverName === undefined;
        const issue = issuesOf({ name: serverName ?? fallback, enabled: true, ...made.config }).find(
          ({ path }) => !(keepsName && path === '/name'),
        );
        refuseFault(issue && { path: `/server${issue.path}`, message: issue.message });
        return { config: made.config, destination: endpoint.destination ?? '' };
      },
      assertValid: (next, change) => {
        if (change) refuseFault(strayCredential(change.current, change.patch));
        refuseFault(configFault(next));
      },
    },
  ).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(serverName ?? fallback) : error;
  });
  if (installed === 'no project') throw notFound('project');
  if (installed === 'name taken') throw nameTaken(serverName ?? fallback);
  const { server } = installed;
  return { ...installed, reply: replyOf(installed.outcome, server, published) };
}

const replyOf = (
  outcome: InstalledServer['outcome'],
  { id: serverId, name: serverName }: InstalledServer['server'],
  { id: registryServerId, source, entry }: Published,
) => {
  const { name, version, contentHash } = entry.facts;
  return { outcome, registryServerId, serverId, serverName, source, name, version, contentHash };
};

const refusedFor = (faults: Fault[]) =>
  invalid(`${faults.map(({ path, message }) => `${path} ${message}`).join('; ')}.`, { issues: faults });
