import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import { DiffServer, ListSurfaces, ServerDiff, ServerExport, SurfacePage, SurfaceRead } from './documents.ts';

const common = { tag: 'Export', access: 'member', service: 'diagnostics' } as const;
const enabled = 'A server that is switched off answers CONFLICT.';
/** Connecting and reading every page of every list. */
const READ_ALL_MS = 120_000;

export const exportServer = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/export',
  safe: true,
  summary: 'Read the whole surface of a server as one document.',
  description: `Every page of every list; a list that the server does not serve is empty. Lists and keys are in order; a server that declares the same gives one \`contentHash\`. An export can be compared with later ones as it is. ${enabled}`,
  timeoutMs: READ_ALL_MS,
  input: open({}),
  bodyOptional: true,
  status: 200,
  reply: ServerExport,
});

export const diffServer = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/export/diff',
  safe: true,
  summary: 'List the changes between two surfaces of a server, and which clients they break.',
  description:
    "Grades a change as a client that was built on `base` sees it. A tool that was read-only, not destructive, idempotent or of a closed world, the protocol's defaults included, and no longer is, is breaking. " +
    `A change of order is not a change. ${enabled}`,
  timeoutMs: READ_ALL_MS,
  input: DiffServer,
  status: 200,
  reply: ServerDiff,
});

export const getServerSurface = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/surfaces/{surfaceId}',
  access: 'viewer',
  summary: 'Read the surface of a server at a time, and its changes.',
  input: NoQuery,
  status: 200,
  reply: SurfaceRead,
});

export const listServerSurfaces = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/surfaces',
  access: 'viewer',
  summary: 'List the recorded surfaces of a server, newest first.',
  description:
    'Every reading of the whole server (export, diff, lint, doctor) is recorded. A row is a time in which the surface did not change; the newest 200 are kept.',
  input: ListSurfaces,
  status: 200,
  reply: SurfacePage,
});
