import { conflict, type Problem } from '../../problem.ts';

/**
 * Why an environment or a client cannot be launched: the `details.code` of a CONFLICT, with the message and what to do
 * about it.
 */
export const unlaunchable = {
  ENV_ARCHIVED: 'The environment is archived: restore it, or choose another one.',
  ENV_CLIENT_MISSING: 'The client of the environment was deleted: give the environment another client.',
  ENV_MODEL_REQUIRED: 'Neither the environment nor its client names a model: set `modelId` in one of them.',
  ENV_SERVER_GROUP_MISSING: 'The server group was deleted: set `serverAttachmentId` to another one, or to null.',
  ENV_NO_SERVERS: 'The environment has no server: give it a server group, or give its client servers.',
  ENV_SERVER_DELETED: 'A selected server was deleted: take it out of the server group or the client.',
  ENV_SERVER_DISABLED:
    'A selected server is switched off: switch it on, or take it out of the server group or the client.',
  ENV_SERVER_NAME_REPEATED:
    'Two servers of the environment have one name: rename the saved server, or take the plugin out.',
  ENV_PLUGIN_VERSION_MISSING: 'A pinned plugin version was deleted: pin another one.',
  ENV_IMAGE_MISSING:
    'The sandbox image of the environment was deleted: set `sandboxImageId` to another one, or to null.',
  ENV_SKILL_MISSING: 'A selected skill, or the version of it that is pinned, was deleted: select another one.',
  ENV_SECRET_MISSING: 'A selected secret was deleted: select another one, or none.',
  ENV_SECRET_NOT_SELECTED:
    'A server of a plugin refers to secrets that the environment does not select: save secrets of these names, and add them to `secretSelection`.',
} as const;

export type UnlaunchableCode = keyof typeof unlaunchable;

/** The CONFLICT that refuses to launch an environment or a client. */
export const unlaunchableProblem = (code: UnlaunchableCode, details: Record<string, unknown> = {}): Problem =>
  conflict(unlaunchable[code], { code, ...details });
