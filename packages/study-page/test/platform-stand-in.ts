import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { STUDY_PAGE_POLICY, studyPage } from '../src/study-page.ts';

/** The answers of a platform to its page, which a test changes. */
export interface PlatformState {
  visit: { status: number; body: object };
  messages: object[];
  /** Answers a message. */
  send: (text: string, key: string) => { status: number; body: object };
}

/** A stand-in of the gateway and the service behind it: serves the page and what the test tells it. */
export async function startPlatform(state: PlatformState) {
  const { html, folder, files } = studyPage();
  const asked: { method: string; path: string; body: unknown; key: string }[] = [];
  const streams = new Set<ServerResponse>();
  const answer = (res: ServerResponse, { status, body }: { status: number; body: object }) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url!, 'http://x').pathname;
    const method = req.method!;
    const file = files.get(path.slice(folder.length + 1));
    if (path.startsWith(folder) && file)
      return void res.writeHead(200, { 'content-type': file.mediaType }).end(file.body);
    if (/^\/studies\/[^/]+$/.test(path))
      return void res
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': STUDY_PAGE_POLICY })
        .end(html);
    const [, rest] = /^\/studies\/[^/]+\/visit(.*)$/.exec(path) ?? [];
    if (rest === undefined) return answer(res, { status: 404, body: {} });
    if (method === 'GET' && rest === '/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n');
      streams.add(res);
      res.once('close', () => streams.delete(res));
      return;
    }
    const text = (await Array.fromAsync(req)).join('');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const key = String(req.headers['idempotency-key'] ?? '');
    if (method !== 'GET') asked.push({ method, path: rest, body, key });
    if (method === 'GET' && rest === '/messages') return answer(res, { status: 200, body: { items: state.messages } });
    if (method === 'POST' && rest === '/messages') return answer(res, state.send((body as { text: string }).text, key));
    if (method === 'POST' && rest === '') state.visit.body = { ...state.visit.body, hasConsented: true };
    answer(res, rest === '' ? state.visit : { status: 200, body: {} });
  };
  const server = createServer((req, res) => void handle(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/studies/link`,
    asked,
    streams,
    /** Sends an event to every page that listens. */
    say(type: string, data: object): void {
      for (const stream of streams) stream.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    cutStreams(): void {
      for (const stream of streams) stream.destroy();
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
