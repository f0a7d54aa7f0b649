import type { NamedWord } from '../platform/find/named-kinds.ts';

/** The kinds of objects that a command finds: those with names, and runs. */
export type FoundKind = NamedWord | 'run';

/** An id of the API as a person types it. */
export interface IdParameter {
  /** Its word in arguments and options. */
  word: string;
  /** The kind whose names are accepted; absent where only an id is. */
  kind?: FoundKind;
}

/** The ids that have another word than their field without `Id`, or names. */
const PARAMETERS: Record<string, IdParameter> = {
  organizationId: { word: 'organization', kind: 'organization' },
  projectId: { word: 'project', kind: 'project' },
  serverId: { word: 'server', kind: 'server' },
  optionalServerId: { word: 'optionalServer', kind: 'server' },
  suiteId: { word: 'suite', kind: 'suite' },
  caseId: { word: 'case', kind: 'case' },
  environmentId: { word: 'environment', kind: 'environment' },
  clientId: { word: 'client', kind: 'client' },
  hostId: { word: 'client', kind: 'client' },
  secretId: { word: 'secret', kind: 'secret' },
  personaId: { word: 'persona', kind: 'persona' },
  journeyId: { word: 'journey', kind: 'journey' },
  swarmId: { word: 'swarm', kind: 'swarm' },
  studyId: { word: 'study', kind: 'study' },
  pluginId: { word: 'plugin', kind: 'plugin' },
  skillId: { word: 'skill', kind: 'skill' },
  imageId: { word: 'image', kind: 'image' },
  sandboxImageId: { word: 'image', kind: 'image' },
  serverGroupId: { word: 'group', kind: 'group' },
  serverAttachmentId: { word: 'group', kind: 'group' },
  userId: { word: 'member', kind: 'member' },
  keyId: { word: 'key', kind: 'key' },
  memberIdOrEmail: { word: 'member' },
  idOrName: { word: 'name' },
};

/** How a person types the id of a field or of a path's parameter; `serverIds` is typed as several `serverId`. */
export const parameterOf = (name: string): IdParameter | undefined =>
  PARAMETERS[name] ?? (name.endsWith('Id') ? { word: name.slice(0, -2) } : undefined);
