import { once } from 'node:events';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts a server on a free port for one test. */
export async function startListening(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Serves HTTP for one test, and answers the origin. */
export const serveHttp = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await startListening(createPlain(listener))}`;

/** Serves HTTPS for one test, with a localhost certificate that is not trusted by default. */
export const serveHttps = async (listener: RequestListener): Promise<string> =>
  `https://localhost:${await startListening(createSecure(TEST_CERTIFICATE, listener))}`;
