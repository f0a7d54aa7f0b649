import { Type } from 'typebox';
import { LintReport, LintServer, SarifLog } from '../areas/diagnosis/lint.ts';
import { NoQuery } from '../none.ts';
import {
  DiffServer,
  ListSurfaces,
  ServerDiff,
  ServerExport,
  SurfacePage,
  SurfaceRead,
} from '../areas/surfaces/documents.ts';
import { SurfacesService } from '../gen/assay/v1/surfaces.ts';
import { operation } from '../operation.ts';
import { open } from '../schema.ts';

/** Connecting and reading every page of every list. */
const READ_ALL_MS = 120_000;
const common = { tag: 'Export', access: 'member', service: 'diagnostics' } as const;
const enabled = 'A server that is switched off answers CONFLICT.';

export const exportServer = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/export',
  safe: true,
  summary: 'Read everything a server offers as one document.',
  description: `Every page of every list; a list that the server does not serve is empty. Lists and keys are in order; a server that declares the same gives one \`contentHash\`. An export can be compared with later ones as it is. ${enabled}`,
  rpc: SurfacesService.exportServer,
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
  rpc: SurfacesService.diffServer,
  timeoutMs: READ_ALL_MS,
  input: DiffServer,
  status: 200,
  reply: ServerDiff,
});

export const lintServer = operation({
  ...common,
  tag: 'Server diagnostics',
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/lint',
  safe: true,
  summary: 'Find what is wrong with what a server declares, without calling anything.',
  description:
    'Schemas, descriptions, names, annotations, sizes and pages, each by a rule with an id. A rule to ignore that does not exist is a VALIDATION_ERROR. A server that is switched off can be looked at all the same.',
  rpc: SurfacesService.lintServer,
  timeoutMs: READ_ALL_MS,
  input: LintServer,
  bodyOptional: true,
  status: 200,
  reply: Type.Union([LintReport, SarifLog]),
});

export const listServerSurfaces = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/surfaces',
  access: 'viewer',
  summary: 'List what a server was seen to offer, newest first.',
  description:
    'Whoever reads all of a server (export, diff, lint, doctor) leaves a mark. A row is a time in which the server offered the same; the newest 200 are kept.',
  rpc: SurfacesService.listServerSurfaces,
  input: ListSurfaces,
  status: 200,
  reply: SurfacePage,
});

export const getServerSurface = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/surfaces/{surfaceId}',
  access: 'viewer',
  summary: 'Read what a server offered at a time, and what had changed.',
  rpc: SurfacesService.getServerSurface,
  input: NoQuery,
  status: 200,
  reply: SurfaceRead,
});
