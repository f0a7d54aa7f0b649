import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import {
  BundlesService,
  type AttachTargetsRequest,
  type ResolveBundleRequest,
} from '@assay/mesh/gen/assay/v1/environments';
import { foldedName } from '@assay/contract/normal-name';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { conflict, notFound, Problem } from '@assay/contract/problem';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { plainClient } from './clients/plain-client.ts';

/** The bundle of a client with these settings. */
export const bundleOfClient = (id: string, name: string, config: Partial<ClientConfig> = {}): ResolvedBundle => {
  const whole = plainClient({ modelId: 'scripted/rules', ...config });
  return {
    environment: null,
    client: { id, name, configId: `config_${id}`, versionId: `version_${id}`, versionNumber: 1, config: whole },
    effectiveModelId: whole.modelId,
    modelSource: 'host',
    selectedServerIds: [],
    servers: [],
    pluginVersions: [],
    skills: [],
  };
};

/** The bundle of an environment with one saved server, unless `more` says otherwise. */
export const bundleOfEnvironment = (
  id: string,
  name: string | null,
  { config, ...more }: Partial<ResolvedBundle> & { config?: Partial<ClientConfig> } = {},
): ResolvedBundle => ({
  ...bundleOfClient(`client_${id}`, `client of ${name ?? id}`, config),
  environment: { id, name, revision: 1 },
  selectedServerIds: ['srv'],
  servers: [{ id: 'srv', name: 'everything', isOptional: false }],
  ...more,
});

/** The service environments for tests of its neighbours: it answers what a test put into its maps, and keeps what suites attach. */
export class BundlesStandIn {
  defaultClient: ResolvedBundle = bundleOfClient('client_default', 'Default');
  readonly clients: ResolvedBundle[] = [];
  /** The ids of the servers, by the id of the server group. */
  readonly serverGroups = new Map<string, string[]>();
  /** By the id of the environment; a Problem refuses its launches. */
  readonly environments = new Map<string, ResolvedBundle | Problem>();
  /** By the id of the holder. */
  readonly attached = new Map<string, Pick<AttachTargetsRequest, 'environmentIds'> & { clientIds: string[] }>();
  readonly resolved: ResolveBundleRequest[] = [];
  /** The requests for current revisions, by their environments. */
  readonly revisionRequests: string[][] = [];
  /** Set to make every request fail. */
  away: Problem | undefined;
  /** Called with each request to attach, before it is answered. */
  attaching: (request: AttachTargetsRequest) => Promise<void> = async () => undefined;
  /** Called with each request for current revisions, before it is answered. */
  revising: () => Promise<void> = async () => undefined;

  implementation(): Implementation {
    return implement(BundlesService, {
      resolveBundle: async (request) => {
        this.#assertHere();
        this.resolved.push(request);
        return { bundle: Buffer.from(JSON.stringify(this.#bundleOf(request))) };
      },
      currentRevisions: async ({ environmentIds }) => {
        this.#assertHere();
        this.revisionRequests.push(environmentIds);
        await this.revising();
        const bundles = environmentIds.map((id) => this.environments.get(id));
        return {
          revisions: bundles.flatMap((bundle) =>
            bundle && !(bundle instanceof Problem)
              ? [{ environmentId: bundle.environment!.id, revision: bundle.environment!.revision }]
              : [],
          ),
        };
      },
      attachTargets: async (request) => {
        this.#assertHere();
        await this.attaching(request);
        const clients = request.clients.map((reference) => this.#clientOf(reference).client);
        const missing = request.environmentIds.find((id) => !this.environments.has(id));
        if (missing !== undefined) throw notFound('environment', { environmentId: missing });
        const { environmentIds } = request;
        this.attached.set(request.holderId, { environmentIds, clientIds: [...new Set(clients.map(({ id }) => id))] });
        return {
          environments: environmentIds.map((id) => ({ id, name: id })),
          clients: clients.map(({ id, name }) => ({ id, name })),
        };
      },
    });
  }

  #bundleOf({ environmentId, client, withoutServers, serverAttachmentId }: ResolveBundleRequest): ResolvedBundle {
    if (environmentId === undefined) {
      const bundle = client === undefined ? this.defaultClient : this.#clientOf(client);
      if (serverAttachmentId !== undefined) return this.#adhocBundleOf(bundle, serverAttachmentId);
      return withoutServers ? { ...bundle, servers: [], selectedServerIds: [] } : bundle;
    }
    const bundle = this.environments.get(environmentId);
    if (bundle instanceof Problem) throw bundle;
    if (!bundle) throw notFound('environment', { environmentId });
    return bundle;
  }

  #adhocBundleOf({ client }: ResolvedBundle, serverAttachmentId: string): ResolvedBundle {
    if (!this.serverGroups.has(serverAttachmentId))
      throw unlaunchableProblem('ENV_SERVER_GROUP_MISSING', { serverAttachmentId });
    const selectedServerIds = this.serverGroups.get(serverAttachmentId)!;
    const adhoc = bundleOfEnvironment(`env_${client.id}_${serverAttachmentId}`, null);
    const servers = selectedServerIds.map((id) => ({ id, name: id, isOptional: false }));
    return { ...adhoc, client, selectedServerIds, servers };
  }

  #clientOf(reference: string): ResolvedBundle {
    const all = [this.defaultClient, ...this.clients];
    const byId = all.find(({ client }) => client.id === reference);
    const named = byId ? [byId] : all.filter(({ client }) => foldedName(client.name) === foldedName(reference));
    if (named.length > 1)
      throw conflict('Several clients have that name.', {
        candidates: named.map(({ client: { id, name } }) => ({ id, name })),
      });
    if (!named[0]) throw notFound('client', { client: reference });
    return named[0];
  }

  #assertHere(): void {
    if (this.away) throw this.away;
  }
}
