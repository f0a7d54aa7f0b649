import type { Me } from '@assay/contract/areas/account/documents';
import type { OrganizationPage } from '@assay/contract/areas/organizations/documents';
import type { Project } from '@assay/contract/areas/projects/documents';
import type { Server } from '@assay/contract/areas/servers/documents';
import { roleIncludes, type Role } from '@assay/contract/access';
import { given } from '@assay/contract/given';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Caller } from '@assay/kit/security/caller';
import { inFlight } from '@assay/kit/requests/in-flight';
import type { Static } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { StoredConnection } from '../../domain/server-connections/connection.ts';
import { roleIn } from '../access/role-in.ts';

type Catalog = Deps['catalog'];
type Who = Pick<StoredConnection, 'organizationId' | 'userId' | 'keyId' | 'sessionId'>;

/** The user who asked for a connection, with their present access to projects. */
export class ConnectionMember {
  readonly #catalog: Catalog;
  readonly #caller: Caller;

  constructor({ catalog }: Pick<Deps, 'catalog'>, { organizationId, userId, keyId, sessionId }: Who) {
    this.#catalog = catalog;
    this.#caller = {
      requestId: inFlight()?.caller?.requestId ?? 'connection',
      organizationId,
      userId,
      ...(keyId !== '' && { keyId }),
      ...(sessionId !== null && { sessionId }),
    };
  }

  /**
   * The newest projects in which the user may save a server.
   * @throws Problem FORBIDDEN when the user is only a viewer everywhere.
   */
  async projects(): Promise<Project[]> {
    const { items } = await ask<{ items: Project[] }>(
      this.#catalog,
      this.#caller,
      operations.listProjects,
      {},
      { limit: 50 },
    );
    const theirs = items.filter(({ role }) => roleIncludes(role, 'member'));
    if (theirs.length === 0 && items.length > 0) throw forbidden('This needs the member role in a project.');
    return theirs;
  }

  /**
   * @throws Problem NOT_FOUND for a project that the user cannot see, FORBIDDEN when their role is below `needed`. A
   * key or session that has ended sees no project.
   */
  async inProject(projectId: string, needed: Role = 'member'): Promise<ProjectMember> {
    const { organizationId, userId, keyId, sessionId } = this.#caller as Caller & {
      organizationId: string;
      userId: string;
    };
    // Other operations accept "default" as the name of a project; this one does not.
    if (projectId === 'default') throw notFound('project');
    const role = await roleIn(
      { catalog: this.#catalog },
      {
        organizationId,
        userId,
        projectId,
        keyId,
        sessionId,
      },
      { caller: this.#caller },
    );
    if (role === undefined) throw notFound('project');
    if (!roleIncludes(role, needed)) throw forbidden(`This needs the ${needed} role in the project.`);
    return new ProjectMember(this.#catalog, { ...this.#caller, projectId, role });
  }
}

/** A `Member` in one project. */
export class ProjectMember {
  readonly #ask: <T>(operation: Operation, target?: object, input?: object) => Promise<T>;
  readonly projectId: string;
  readonly role: Role;

  constructor(catalog: Catalog, caller: Caller & { projectId: string; role: Role }) {
    this.projectId = caller.projectId;
    this.role = caller.role;
    this.#ask = (operation, target = {}, input = {}) =>
      ask(catalog, caller, operation, { projectId: caller.projectId, ...target }, input);
  }

  async servers(): Promise<Server[]> {
    const servers: Server[] = [];
    for (let cursor: string | undefined; ;) {
      const page: { items: Server[]; nextCursor?: string } = await this.#ask(
        operations.listProjectServers,
        {},
        { limit: 500, ...given({ cursor }) },
      );
      servers.push(...page.items);
      if (page.nextCursor === undefined) return servers;
      cursor = page.nextCursor;
    }
  }

  /** @throws Problem NOT_FOUND */
  server(serverId: string): Promise<Server> {
    return this.#ask(operations.getProjectServer, { serverId });
  }

  /** @throws Problem CONFLICT when the name is taken. */
  saveServer(name: string, url: string, useOAuth: boolean): Promise<Server> {
    return this.#ask(
      operations.createProjectServer,
      {},
      {
        name,
        url,
        enabled: true,
        transportType: 'http',
        ...(useOAuth && { useOAuth, authMethod: 'oauth' }),
      },
    );
  }

  /** Makes connections to a saved server use its grant. */
  async switchOnOAuth({ id: serverId, useOAuth, authMethod }: Server): Promise<void> {
    if (!useOAuth || authMethod !== 'oauth')
      await this.#ask(operations.updateProjectServer, { serverId }, { useOAuth: true, authMethod: 'oauth' });
  }

  async deleteServer(serverId: string): Promise<void> {
    await this.#ask(operations.deleteProjectServer, { serverId });
  }

  /** The names on the consent page: organization, project and the person who asks. */
  async described(): Promise<{ organization: string; project: string; owner: string }> {
    const [me, organizations, project] = await Promise.all([
      this.#ask<Static<typeof Me>>(operations.getMe),
      this.#ask<Static<typeof OrganizationPage>>(operations.listOrganizations),
      this.#ask<Project>(operations.getProject),
    ]);
    return { owner: me.email, organization: organizations.items[0]?.name ?? '', project: project.name };
  }
}

const ask = <T>(catalog: Catalog, caller: Caller, operation: Operation, target: object, input: object): Promise<T> =>
  callOperation(catalog, operation, target, input, { caller }) as Promise<T>;
