import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, oneOf, open } from '../../schema.ts';

/** The largest zip of a plugin or a skill, in bytes. */
export const BUNDLE_BYTES = 10 * 1024 * 1024;

export const BundleZip = Type.Unsafe<Uint8Array>({
  $id: 'BundleZip',
  type: 'string',
  format: 'binary',
  description: `A zip of at most ${BUNDLE_BYTES} bytes, with at most 2,000 entries and 25 MiB of files.`,
});

export type BundleNote = Static<typeof BundleNote>;
export const BundleNote = open(
  {
    path: Type.String({ description: 'The file in the bundle.' }),
    message: Type.String(),
    line: Type.Optional(Type.Integer({ description: 'Counts from 1.' })),
  },
  { $id: 'BundleNote' },
);

export type Plugin = Static<typeof Plugin>;
export const Plugin = open(
  {
    id: Id,
    projectId: Id,
    name: Type.String(),
    displayName: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    enabled: Type.Boolean({ description: 'Always true: a plugin is used where one of its versions is pinned.' }),
    activeVersionId: Type.Optional({ ...Id, description: 'The newest version that is `ready`; absent when none is.' }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'Plugin' },
);
export const PluginPage = open({ items: Type.Array(Plugin) }, { $id: 'PluginPage' });

const component = {
  componentId: Id,
  componentKey: Type.String({ description: 'Its place in the bundle: the same in every version.' }),
  declaredName: Type.String(),
};
const Count = Type.Integer();

export type PluginServer = Static<typeof PluginServer>;
export const PluginServer = open(
  {
    ...component,
    placement: oneOf(['remote', 'local', 'computer'], {
      description: '`remote` is reached at a URL, `local` is a command that a runner starts; `computer` is not used.',
    }),
    authenticationPolicy: oneOf(['on_install', 'on_use'], {
      description: '`on_install` when the declaration leaves out values that `missing` names.',
    }),
    materializedServerId: {
      ...Id,
      description: 'The id of the server in launches; the same in every version of the plugin.',
    },
    url: Type.Optional(Type.String()),
    command: Type.Optional(Type.String()),
    missing: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Headers or variables whose values are not in the bundle, or not kept because they are secrets. A client's `serverConnectionOverrides` gives headers that are not secrets to the server's id; secrets of an environment fill in those of `secretNames`.",
      }),
    ),
    secretNames: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'Header or variable of `missing` → the name of the secret that fills it in where an environment selects it (`secretSelection`).',
      }),
    ),
  },
  { $id: 'PluginVersionServer' },
);

export type PluginSkill = Static<typeof PluginSkill>;
export const PluginSkill = open(
  {
    ...component,
    modelRef: Type.String({ description: 'The name by which it is told apart from skills of other plugins.' }),
    materializedSkillId: { ...Id, description: 'The skill; `componentId` is its version.' },
  },
  { $id: 'PluginVersionSkill' },
);

export type PluginVersion = Static<typeof PluginVersion>;
export const PluginVersion = open(
  {
    id: Id,
    pluginId: Id,
    declaredVersion: Type.Optional(Type.String()),
    bundleHash: Type.String({ description: 'SHA-256 of the paths and bytes of the bundle, in hexadecimal.' }),
    manifestHash: Type.Optional(Type.String()),
    status: oneOf(['staging', 'ready', 'invalid'], {
      description:
        '`invalid` has `faults` and cannot be pinned. A bundle is checked while it is pushed, so that no version stays in `staging`.',
    }),
    componentCounts: open({
      skills: Count,
      servers: Count,
      apps: Count,
      assets: Count,
      unsupported: Count,
    }),
    servers: Type.Array(PluginServer),
    skills: Type.Array(PluginSkill),
    faults: Type.Array(BundleNote),
    warnings: Type.Array(BundleNote, { description: 'Parts that are not used, and names that were corrected.' }),
    createdAt: EpochMs(),
    readyAt: Type.Optional(EpochMs()),
  },
  { $id: 'PluginVersion' },
);
export const PluginVersionPage = open({ items: Type.Array(PluginVersion) }, { $id: 'PluginVersionPage' });

export type PluginPushed = Static<typeof PluginPushed>;
export const PluginPushed = open(
  {
    pluginId: Id,
    pluginVersionId: Id,
    created: Type.Boolean({ description: 'False when the plugin had a version with this content.' }),
    plugin: Plugin,
    version: PluginVersion,
  },
  { $id: 'PluginPushed' },
);

export const PluginDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'PluginDeleted' });
