import express, { type Express, type RequestHandler } from 'express';
import { PUBLIC_BODY_BYTES, type Operation } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { operatorRpcs } from '@assay/kit/operator/operator-rpcs';
import { basePathOf } from '@assay/kit/settings/process-settings';
import type { AccessVersion } from './access/access-version.ts';
import { admitHolder } from './access/admit-holder.ts';
import { authenticate } from './access/authenticate.ts';
import { authorize } from './access/authorize.ts';
import { sameOrigin } from './access/same-origin.ts';
import type { Config } from './config.ts';
import { serveConsole } from './console/console-router.ts';
import { allAliases } from './deprecations/aliases.ts';
import { mountAliases } from './deprecations/mount-aliases.ts';
import { CURSOR_BODY_BYTES, takesCursorBody } from './http/cursor-body.ts';
import { eachService, GATEWAY } from './http/each-service.ts';
import { endConnections } from './http/end-connections.ts';
import type { ApiHandler } from './http/handler.ts';
import { admitBytes } from './limits/admit-bytes.ts';
import type { BytesInFlight } from './limits/bytes-in-flight.ts';
import { requestLimiter } from './limits/request-limiter.ts';
import { OpenStreams } from './limits/open-streams.ts';
import { mountOperations, type MeshChannels, type MountOptions } from './http/mount.ts';
import { MCP_ENDPOINT, mountMcp } from './mcp/mcp-endpoint.ts';
import { negotiateRun } from './http/negotiate.ts';
import { challengeOf, mountOAuthMetadata } from './oauth/oauth-metadata.ts';
import { observeRequest } from './telemetry/observe.ts';
import { printOpenapi } from './openapi/openapi.ts';
import { PAGE_FONTS, sendPageFont } from './reference/page-fonts.ts';
import { referenceRouter } from './reference/reference-router.ts';
import { pathIds } from './http/path-ids.ts';
import { problems } from './http/problems.ts';
import { studyPageRouter } from './http/study-page.ts';
import { securityHeaders } from './http/security-headers.ts';
import { recheckAccess } from './access/recheck-access.ts';
import { chooseVocabulary } from './vocabularies/choose-vocabulary.ts';

export interface GatewayOptions extends Pick<
  Config,
  | 'limit'
  | 'sharedLimits'
  | 'maxBodyBytes'
  | 'meshSecret'
  | 'publicUrl'
  | 'trustedProxies'
  | 'consoleDir'
  | 'operatorKeys'
  | 'settings'
> {
  operations: Record<string, Operation>;
  /** The budget of bodies, answers and requests through tunnels. */
  bytes: BytesInFlight;
  mesh: MeshChannels;
  access: Pick<AccessVersion, 'current' | 'moved' | 'forget'>;
  /** The time limit for counting a request, in milliseconds. */
  countMs?: number;
  log: Logger;
  /** Aborts when the process was told to stop: it is not ready any more, and its answers end their connections. */
  draining: AbortSignal;
  /** Aborts after that, when no more requests are taken: streams end. */
  stopping: AbortSignal;
  /** Relays requests of the platform to servers behind tunnels. */
  tunnels: RequestHandler<{ slug: string }>;
}

/** Builds the app: all handlers in their order. */
export function gatewayApp({
  operations,
  mesh,
  access,
  limit: allowance,
  sharedLimits,
  maxBodyBytes,
  bytes,
  meshSecret,
  publicUrl,
  trustedProxies,
  consoleDir,
  operatorKeys,
  settings = [],
  countMs,
  log,
  draining,
  stopping,
  tunnels,
}: GatewayOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  app.use(endConnections(draining));
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', (_req, res) => {
    res.status(draining.aborted ? 503 : 200).json({ status: draining.aborted ? 'draining' : 'ok' });
  });
  app.use(observeRequest(log), securityHeaders);

  app.get(PAGE_FONTS, sendPageFont);

  const door = {
    directory: mesh.catalog,
    accessVersion: access.current,
    meshSecret,
    publicUrl,
    braked: allowance !== undefined,
    operatorKeys,
  };
  const [authenticated, authorized, limited] = [
    authenticate(door),
    authorize({ ...door, log }),
    requestLimiter({
      catalog: mesh.catalog,
      standard: allowance,
      factors: sharedLimits,
      log,
      countMs,
    }),
  ];
  const hasBody = (operation: Operation) => operation.method !== 'GET' || takesCursorBody(operation);
  const maxBodyOf = (operation: Operation) => {
    const { method, access: who } = operation;
    if (method === 'GET') return hasBody(operation) ? CURSOR_BODY_BYTES : 0;
    const { maxBodyBytes: most = who === 'public' ? PUBLIC_BODY_BYTES : maxBodyBytes } = operation;
    return Math.min(most, maxBodyBytes);
  };
  const bodyOf = (operation: Operation) => express.raw({ type: () => true, limit: maxBodyOf(operation) }) as ApiHandler;
  const accessGuards = (operation: Operation) => [authenticated(operation), authorized(operation)];
  const itself = operatorRpcs({
    name: GATEWAY,
    checks: [],
    settings,
    // Where one process runs everything, each line of the log that no service wrote.
    isOwn: (source) => !Object.hasOwn(mesh, source),
    listTables: async () => [],
  });
  const mounting: MountOptions = {
    mesh,
    each: eachService(mesh, itself),
    access,
    log,
    publicUrl,
    stopping,
    accessGuards,
    bytes,
    streams: new OpenStreams(),
    guards: (operation) => [
      authenticated(operation),
      limited(operation),
      pathIds,
      authorized(operation),
      admitBytes(bytes, maxBodyOf(operation), operation),
      ...(hasBody(operation) ? [bodyOf(operation), recheckAccess(accessGuards(operation), access.current)] : []),
      ...chooseVocabulary(operation),
    ],
  };

  const all = Object.values(operations);
  const api = express.Router();
  // Printed when it is first asked for: it takes as long as the rest of the start.
  let printed: Buffer | undefined;
  api.get('/openapi.json', (_req, res) => {
    printed ??= Buffer.from(JSON.stringify(printOpenapi(operations)));
    res.type('json').send(printed);
  });
  api.use(negotiateRun);
  mountOperations(
    api,
    all.filter(({ beside = false }) => !beside),
    mounting,
  );
  mountAliases(api, allAliases, operations, mounting);
  app.use('/api/v1', challengeOf(publicUrl, 'api') as RequestHandler, api);
  mountOAuthMetadata(app, publicUrl);
  mountOperations(
    app,
    all.filter(({ beside = false }) => beside),
    mounting,
  );
  mountMcp(app, {
    operations: all,
    publicUrl,
    app,
    maxBodyBytes,
    log,
    guards: [
      sameOrigin(publicUrl),
      authenticated(MCP_ENDPOINT),
      limited(MCP_ENDPOINT),
      admitHolder,
      admitBytes(bytes, maxBodyBytes, MCP_ENDPOINT),
    ],
  });
  app.use(studyPageRouter(app));
  app.all('/tunnels/:slug', tunnels);

  app.use(
    '/docs',
    referenceRouter(() => printOpenapi(operations), basePathOf(publicUrl)),
  );
  const console = serveConsole(consoleDir, publicUrl);
  app.use(console.router, console.notFound);
  app.use(() => {
    throw notFound('path');
  });
  app.use(problems(log));
  return app;
}
