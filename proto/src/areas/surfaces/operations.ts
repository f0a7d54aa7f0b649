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
  summary: 'Read everything a server offers as one document.',
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
  summary: 'Tell what changed between two surfaces of a server, and whom it breaks.',
  description:
    "Grades are those of somebody who built on `base`. A tool that was read-only, not destructive, idempotent or of a closed world, the protocol's defaults included, and no longer is, is breaking. " +
    `That something stands in another order is no change. ${enabled}`,
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
  summary: 'Read what a server offered at a time, and what had changed.',
  input: NoQuery,
  status: 200,
  reply: SurfaceRead,
});

export const listServerSurfaces = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/surfaces',
  access: 'viewer',
  summary: 'List what a server was seen to offer, newest first.',
  description:
    'Whoever reads all of a server (export, diff, lint, doctor) leaves a mark. A row is a time in which the server offered the same; the newest 200 are kept.',
  input: ListSurfaces,
  status: 200,
  reply: SurfacePage,
});
