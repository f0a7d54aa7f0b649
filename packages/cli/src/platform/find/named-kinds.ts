import type { AssayClient } from '@assay/sdk';
import { printTime } from '../../output/print-time.ts';

/** The objects around a named one, by their ids. */
export interface NameScope {
  projectId: string;
  /** The suite of a case. */
  suiteId?: string;
  organizationId?: string;
}

/** An object with a name, as a list of the platform shows it. */
export interface NamedItem {
  id: string;
  name: string;
  /** Tells it apart from another one of the same name. */
  fact: string;
}

/** The objects that a person can name instead of their id. */
export interface NamedKind {
  noun: string;
  plural: string;
  /** Two of them cannot have one name, so that the search ends with the first exact match. */
  isUnique: boolean;
  /** The words of the command that lists them; absent where it needs further arguments. */
  listedBy?: string;
  list: (assay: AssayClient, scope: NameScope, when: (at: number) => string) => AsyncIterable<NamedItem>;
}

/** The largest page, so that a search by name needs few requests; the platform clamps it where its limit is smaller. */
const LIMIT = { limit: 500 };

const kind = <Item>(
  declared: Omit<NamedKind, 'list'> & {
    items: (assay: AssayClient, scope: NameScope) => AsyncIterable<Item> | Promise<{ items: readonly Item[] }>;
    of: (item: Item, when: (at: number) => string) => NamedItem | undefined;
  },
): NamedKind => {
  const { items, of, ...rest } = declared;
  return {
    ...rest,
    async *list(assay, scope, when) {
      const asked = items(assay, scope);
      for await (const item of Symbol.asyncIterator in asked ? asked : (await asked).items) {
        const named = of(item, when);
        if (named) yield named;
      }
    },
  };
};

const changed = (when: (at: number) => string, { updatedAt }: { updatedAt: number }): string =>
  `changed ${when(updatedAt)}`;

/** Every kind with names, by the word of its commands. */
export const namedKinds = {
  organization: kind({
    noun: 'organization',
    plural: 'organizations',
    isUnique: false,
    items: (assay) => assay.listOrganizations.all(LIMIT),
    of: ({ id, name, createdAt }, when) => ({ id, name, fact: `founded ${when(createdAt)}` }),
  }),
  project: kind({
    noun: 'project',
    plural: 'projects',
    isUnique: false,
    listedBy: 'project list',
    items: (assay) => assay.listProjects.all(LIMIT),
    of: ({ id, name, description, ...item }, when) => ({ id, name, fact: description ?? changed(when, item) }),
  }),
  server: kind({
    noun: 'server',
    plural: 'servers',
    isUnique: true,
    listedBy: 'server list',
    items: (assay, { projectId }) => assay.listProjectServers.all({ projectId }, LIMIT),
    of: ({ id, name, url, command }) => ({ id, name, fact: url ?? command ?? '' }),
  }),
  suite: kind({
    noun: 'suite',
    plural: 'suites',
    isUnique: true,
    listedBy: 'suite list',
    items: (assay, { projectId }) => assay.listEvalSuites.all({ projectId }, LIMIT),
    of: ({ id, name, latestRun }, when) => ({
      id,
      name,
      fact: latestRun ? `last run ${when(latestRun.createdAt)}` : 'never run',
    }),
  }),
  case: kind({
    noun: 'case',
    plural: 'cases',
    isUnique: false,
    items: (assay, { projectId, suiteId = '' }) => assay.listEvalCases.all({ projectId, suiteId }, { limit: 1_000 }),
    of: ({ id, title, steps }) => ({ id, name: title, fact: `${steps.length} steps` }),
  }),
  environment: kind({
    noun: 'environment',
    plural: 'environments',
    isUnique: true,
    listedBy: 'environment list',
    items: (assay, { projectId }) => assay.listEnvironments.all({ projectId }, LIMIT),
    of: ({ id, name, description, ...item }, when) =>
      name ? { id, name, fact: description ?? changed(when, item) } : undefined,
  }),
  client: kind({
    noun: 'client',
    plural: 'clients',
    isUnique: false,
    listedBy: 'client list',
    items: (assay, { projectId }) => assay.listClients.all({ projectId }, LIMIT),
    of: ({ id, name, modelId, ...item }, when) => ({
      id,
      name,
      fact: `${modelId ? `${modelId}, ` : ''}${changed(when, item)}`,
    }),
  }),
  secret: kind({
    noun: 'secret',
    plural: 'secrets',
    isUnique: false,
    listedBy: 'secret list',
    items: (assay, { projectId }) => assay.listSecrets.all({ projectId }, LIMIT),
    of: ({ id, name, description, ...item }, when) => ({ id, name, fact: description ?? changed(when, item) }),
  }),
  persona: kind({
    noun: 'persona',
    plural: 'personas',
    isUnique: false,
    listedBy: 'persona list',
    items: (assay, { projectId }) => assay.listPersonas.all({ projectId }, LIMIT),
    of: ({ id, name, role }) => ({ id, name, fact: role }),
  }),
  journey: kind({
    noun: 'journey',
    plural: 'journeys',
    isUnique: false,
    listedBy: 'journey list',
    items: (assay, { projectId }) => assay.listJourneys.all({ projectId }, LIMIT),
    of: ({ id, name, goal }) => ({ id, name, fact: goal }),
  }),
  swarm: kind({
    noun: 'swarm',
    plural: 'swarms',
    isUnique: false,
    listedBy: 'swarm list',
    items: (assay, { projectId }) => assay.listSwarms.all({ projectId }, LIMIT),
    of: ({ id, name, description, ...item }, when) => ({ id, name, fact: description ?? changed(when, item) }),
  }),
  study: kind({
    noun: 'study',
    plural: 'studies',
    isUnique: false,
    listedBy: 'study list',
    items: (assay, { projectId }) => assay.listStudies.all({ projectId }, LIMIT),
    of: ({ id, name, ...item }, when) => ({ id, name, fact: changed(when, item) }),
  }),
  plugin: kind({
    noun: 'plugin',
    plural: 'plugins',
    isUnique: true,
    listedBy: 'plugins list',
    items: (assay, { projectId }) => assay.listProjectPlugins({ projectId }),
    of: ({ id, name, description, ...item }, when) => ({ id, name, fact: description ?? changed(when, item) }),
  }),
  skill: kind({
    noun: 'skill',
    plural: 'skills',
    isUnique: false,
    listedBy: 'skills list',
    items: (assay, { projectId }) => assay.listProjectSkills({ projectId }),
    of: ({ id, name, pluginId }) => ({ id, name, fact: pluginId ? `of plugin ${pluginId}` : 'of no plugin' }),
  }),
  image: kind({
    noun: 'image',
    plural: 'images',
    isUnique: false,
    listedBy: 'image list',
    items: (assay, { projectId }) => assay.listSandboxImages({ projectId }),
    of: ({ id, name, ...item }, when) => ({ id, name, fact: changed(when, item) }),
  }),
  group: kind({
    noun: 'server group',
    plural: 'server groups',
    isUnique: true,
    listedBy: 'group list',
    items: (assay, { projectId }) => assay.listServerGroups.all({ projectId }, LIMIT),
    of: ({ id, name, serverIds }) => (name ? { id, name, fact: `${serverIds.length} servers` } : undefined),
  }),
  member: kind({
    noun: 'member',
    plural: 'members',
    isUnique: true,
    listedBy: 'member list',
    items: async function* (assay, { projectId, organizationId }) {
      const id = organizationId ?? (await assay.getProject({ projectId })).organizationId;
      yield* assay.listMembers.all({ organizationId: id }, LIMIT);
    },
    of: ({ userId, email, name }) => ({ id: userId, name: email, fact: name }),
  }),
  key: kind({
    noun: 'key',
    plural: 'keys',
    isUnique: false,
    listedBy: 'key list',
    items: (assay) => assay.listApiKeys.all(LIMIT),
    of: ({ id, name, prefix, revokedAt }) => (revokedAt === undefined ? { id, name, fact: `${prefix}…` } : undefined),
  }),
} satisfies Record<string, NamedKind>;

export type NamedWord = keyof typeof namedKinds;

/** Writes the times of facts. */
export const timesOf =
  ({ usesUtc }: { usesUtc: boolean }) =>
  (at: number): string =>
    printTime(at, { usesUtc, now: Date.now() });
