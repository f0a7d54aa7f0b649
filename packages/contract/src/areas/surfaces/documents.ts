import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, page, pageQuery, record, when } from '../../schema.ts';
import { InvalidItem, Prompt, Resource, Tool } from '../diagnosis/documents.ts';

const invalidItems = Type.Optional(Type.Array(InvalidItem));

/** Everything that a server offers, as it declares it: hashed, compared and graded. */
export type Surface = Static<typeof Surface>;
export const Surface = open(
  {
    protocolVersion: Type.Optional(Type.String()),
    serverInfo: Type.Optional(record()),
    instructions: Type.Optional(Type.String()),
    capabilities: record(),
    tools: Type.Array(Tool),
    resources: Type.Array(Resource),
    resourceTemplates: Type.Array(record()),
    prompts: Type.Array(Prompt),
    invalidItems: Type.Optional(
      open(
        { tools: invalidItems, resources: invalidItems, resourceTemplates: invalidItems, prompts: invalidItems },
        {
          description:
            'The entries that break the protocol, by list; absent when there are none. They are no part of the hash and of comparisons unless they are in the list, too.',
        },
      ),
    ),
  },
  { $id: 'ServerSurface', description: 'What a server offers, as it declares it.' },
);

const ContentHash = Type.String({
  description:
    '`sha256:` and the hash of the canonical surface, in hex. Surfaces that differ only in order have one hash, and so have surfaces that differ only in the momentary state of a resource (`size`, `annotations.lastModified`).',
});

/** The lists of a server that could not be read to their ends. */
export type IncompleteLists = Static<typeof IncompleteLists>;
export const IncompleteLists = Type.Array(
  open({
    list: oneOf(['tools', 'resources', 'resourceTemplates', 'prompts']),
    cause: oneOf(['list_endless', 'cursor_invalid']),
    why: Type.String({ description: 'One sentence.' }),
  }),
  {
    description:
      'The lists that were not read to their ends, and why; absent when all were. Such an export is not stored as a surface.',
  },
);

/** The whole surface of a server as one document. */
export type ServerExport = Static<typeof ServerExport>;
export const ServerExport = open(
  {
    serverId: Id,
    exportedAt: Type.String({ format: 'date-time' }),
    contentHash: ContentHash,
    ...Surface.properties,
    incompleteLists: Type.Optional(IncompleteLists),
  },
  {
    $id: 'ExportSnapshot',
    description:
      'Lists are complete unless `incompleteLists` names them, and sorted by the identifying key of their items, keys are sorted too. Within an item all lists stand as the server declares them.',
  },
);

export type SurfaceChange = Static<typeof SurfaceChange>;
export const SurfaceChange = open(
  {
    kind: oneOf(['tool', 'resource', 'resourceTemplate', 'prompt', 'capability', 'server', 'instructions']),
    name: Type.String({ description: 'The name, the URI or the URI template; of a capability, its path with dots.' }),
    path: Type.String({
      description: 'JSON Pointer in the item, empty for the item itself. Arguments of prompts go by their names.',
    }),
    change: oneOf(['added', 'removed', 'changed']),
    grade: oneOf(['breaking', 'additive', 'cosmetic'], {
      description:
        'Seen by a client that was built on the surface as it was. A change that cannot be shown to be compatible is breaking.',
    }),
    affectsModels: Type.Optional(
      Type.Boolean({ description: 'It breaks no client and is read by models, which may act differently.' }),
    ),
    from: Type.Optional(Type.Unknown({ description: 'Left out where it is long.' })),
    to: Type.Optional(Type.Unknown({ description: 'Left out where it is long.' })),
    message: Type.String(),
  },
  { $id: 'SurfaceChange' },
);

export type ChangeCounts = Static<typeof ChangeCounts>;
export const ChangeCounts = open(
  { breaking: Type.Integer(), additive: Type.Integer(), cosmetic: Type.Integer() },
  { $id: 'SurfaceChangeCounts' },
);

/**
 * An export that was kept elsewhere. The server's data is accepted unchanged; only the identifying keys of items are
 * certain.
 */
export type ExportedSurface = Pick<Surface, 'tools' | 'resources' | 'prompts'> & Partial<Surface>;
const identified = (key: 'name' | 'uri') => Type.Array(open({ [key]: Type.String() }));
export const ExportedSurface = Type.Unsafe<ExportedSurface>(
  open(
    {
      protocolVersion: Type.Optional(Type.Unknown()),
      serverInfo: Type.Optional(Type.Unknown()),
      instructions: Type.Optional(Type.Unknown()),
      capabilities: Type.Optional(record({ description: 'Not compared when absent.' })),
      tools: identified('name'),
      resources: identified('uri'),
      resourceTemplates: Type.Optional(Type.Array(record(), { description: 'Not compared when absent.' })),
      prompts: identified('name'),
    },
    { description: 'The answer of an export, from any time and any server.' },
  ),
);

export type DiffSide = Static<typeof DiffSide>;
export const DiffSide = closed(
  {
    surfaceId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        pattern: '^[!-~]+$',
        description: 'A surface of this server that was seen earlier.',
      }),
    ),
    export: Type.Optional(ExportedSurface),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description: 'One of the two.',
    'x-says': 'a side is {"surfaceId": "…"} or {"export": {…}}, which holds the answer of an export',
  },
);

export type DiffServer = Static<typeof DiffServer>;
export const DiffServer = closed(
  {
    base: DiffSide,
    head: Type.Optional(
      Type.Unsafe<'live' | DiffSide>({
        ...when({ type: 'string' }, { const: 'live' }, DiffSide),
        description: 'The surface to compare with; `live`, the server as it is now, when absent.',
      }),
    ),
  },
  {
    $id: 'DiffServerRequest',
    'x-says': 'the body is {"base": {"export": {…}}, "head"?: …}, where `export` holds the answer of an export',
  },
);

const DiffedSide = open({ hash: ContentHash, surfaceId: Type.Optional(Id) });

export type ServerDiff = Static<typeof ServerDiff>;
export const ServerDiff = open(
  {
    base: DiffedSide,
    head: DiffedSide,
    compatible: Type.Boolean({ description: 'Whether nothing is breaking.' }),
    summary: ChangeCounts,
    changes: Type.Array(SurfaceChange),
  },
  { $id: 'ServerDiff' },
);

const period = {
  surfaceId: Id,
  hash: ContentHash,
  firstSeenAt: EpochMs(),
  lastSeenAt: EpochMs(),
  timesSeen: Type.Integer({ minimum: 1, description: 'Once a minute at most.' }),
  /** Absent for the first surface. */
  changesFromPrevious: Type.Optional(ChangeCounts),
};

/** A time during which a server's surface did not change. */
export type SurfaceSeen = Static<typeof SurfaceSeen>;
export const SurfaceSeen = open(period, { $id: 'SurfaceSeen' });
export const SurfacePage = page(SurfaceSeen, 'SurfacePage');
export const ListSurfaces = pageQuery('ListSurfaces', 50, 200);

export type SurfaceRead = Static<typeof SurfaceRead>;
export const SurfaceRead = open(
  {
    ...period,
    changes: Type.Optional(
      Type.Array(SurfaceChange, {
        description:
          'From the surface before; absent for the first surface, and when the one before is no longer kept.',
      }),
    ),
    surface: Surface,
  },
  { $id: 'SurfaceRead' },
);
