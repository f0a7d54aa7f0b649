import express, { type Express, type RequestHandler } from 'express';
import type { Operation } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import type { Config } from './config.ts';
import { docs } from './docs.ts';
import type { Handler } from './handler.ts';
import { limit, limitAddress } from './limit.ts';
import { mount, type Mesh } from './mount.ts';
import { negotiate } from './negotiate.ts';
import { observe } from './observe.ts';
import { openapi } from './openapi.ts';
import { pathIds } from './path-ids.ts';
import { problems } from './problems.ts';
import { securityHeaders } from './security-headers.ts';
import { TRUSTED_PROXIES } from './trusted-proxies.ts';

/** What is sent without a key, which only files are: how much of it, and how often from one address. */
const [MAX_FILE_BYTES, FILES] = [10 * 1024 * 1024, { perMinute: 30, burst: 30 }];

export interface GatewayOptions extends Pick<Config, 'limit' | 'maxBodyBytes'> {
  operations: Record<string, Operation>;
  mesh: Mesh;
  log: Logger;
  /** Aborts when the process drains: new requests are no longer welcome, and streams end. */
  stopping: AbortSignal;
  /** Leads the platform's requests to servers that dial in. */
  tunnels: RequestHandler<{ slug: string }>;
}

/** The order of everything that a request passes. */
export function gateway({ operations, mesh, limit: allowance, maxBodyBytes, log, stopping, tunnels }: GatewayOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', TRUSTED_PROXIES);
  app.get('/healthz', (_req, res) => { res.json({ status: 'ok' }); });
  app.get('/readyz', (_req, res) => { res.status(stopping.aborted ? 503 : 200).json({ status: stopping.aborted ? 'draining' : 'ok' }); });
  app.use(observe(log), securityHeaders);

  const [known, brake, waiting] = [authenticate(mesh.catalog), allowance ? [limit(allowance)] : [], allowance ? [limit(allowance)] : []];
  const keyed = (polled: boolean) => [known, ...(polled ? waiting : brake), pathIds];
  const authorized = authorize(mesh.catalog);
  const bodyUpTo = (bytes: number) => express.raw({ type: () => true, limit: bytes }) as Handler;
  const [body, file, sender] = [bodyUpTo(maxBodyBytes), bodyUpTo(Math.min(maxBodyBytes, MAX_FILE_BYTES)), limitAddress(FILES)];
  const api = express.Router();
  const printed = Buffer.from(JSON.stringify(openapi(operations)));
  api.get('/openapi.json', (_req, res) => { res.type('json').send(printed); });
  api.use(negotiate);
  mount(api, Object.values(operations), {
    mesh, log, stopping,
    guards: (operation) => [
      ...(operation.access === 'public' ? [...(operation.consumes ? [sender] : []), pathIds] : keyed(operation.polled ?? false)),
      authorized(operation),
      ...(operation.method === 'GET' ? [] : [operation.consumes ? file : body]),
    ],
  });
  app.use('/api/v1', api);
  app.all('/tunnels/:slug', tunnels);

  app.use('/docs', docs());
  app.get('/', (_req, res) => { res.redirect('/docs'); });
  app.use(() => { throw notFound('path'); });
  app.use(problems(log));
  return app;
}
