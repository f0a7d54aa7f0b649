import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '@assay/testkit/listen';

/** A program that answers in place of a platform, for answers that no platform gives on demand. */
export interface StandInPlatform {
  origin: string;
  /** Each request as it came: method and path, and its credential. */
  requests: { line: string; authorization: string | undefined }[];
  /** Answers the requests that follow in place of the usual answers. */
  answer: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  stop(): Promise<void>;
}

const PROJECT = { id: 'prj_01kb0000000000000000000001', name: 'Helpdesk', role: 'owner', createdAt: 0, updatedAt: 0 };
const USUAL: Record<string, object> = {
  '/api/v1/me': { id: 'user_1', email: 'ann@example.test', name: 'Ann' },
  '/api/v1/projects': { items: [PROJECT] },
  [`/api/v1/projects/${PROJECT.id}`]: PROJECT,
};

export async function standInPlatform(): Promise<StandInPlatform> {
  const { origin, stop } = await listenLocally((req, res) => {
    standIn.requests.push({ line: `${req.method} ${req.url}`, authorization: req.headers.authorization });
    if (standIn.answer?.(req, res)) return;
    const { pathname } = new URL(req.url!, origin);
    const usual = USUAL[pathname];
    res.writeHead(usual ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(usual ?? { code: 'NOT_FOUND', message: 'No such path.' }));
  });
  const standIn: StandInPlatform = { origin, requests: [], answer: undefined, stop };
  return standIn;
}

/** Answers every request with this status and body. */
export const always =
  (status: number, body: string | object, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, res: ServerResponse): true => {
    const isText = typeof body === 'string';
    res.writeHead(status, { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json', ...headers });
    res.end(isText ? body : JSON.stringify(body));
    return true;
  };
