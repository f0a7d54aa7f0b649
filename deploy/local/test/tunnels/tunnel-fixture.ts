import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePort } from '@assay/postgres/free-port';
import { type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

export const OWNER_KEY = `sk_${randomBytes(24).toString('hex')}`;

/**
 * The platform of the importing test file. It may not connect to private addresses, so only the tunnel leads to this
 * machine.
 */
export let platform: Installation;
export let api: Api;
/** The platform's address for all clients: through a connection that can be cut. */
export let url: string;
let line: Server;
const lines = new Set<Socket>();

export async function startFixture(): Promise<void> {
  const port = await freePort();
  line = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const [each, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      lines.add(each);
      each.pipe(other);
      each
        .on('error', () => undefined)
        .once('close', () => {
          lines.delete(each);
          other.destroy();
        });
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  platform = await startInstallation({
    PORT: String(port),
    PUBLIC_URL: url,
    ASSAY_INIT_API_KEY: OWNER_KEY,
    EGRESS_ALLOW_PRIVATE: 'false',
    MAX_CONCURRENT_RUNS: '20',
  });
  ({ api } = platform);
}
export async function stopFixture(): Promise<void> {
  await platform.stop();
  line.close();
}
/** Cuts the connection, in the middle of its traffic. */
export function cutLine(): void {
  for (const socket of lines) socket.destroy();
}

export const validate = (serverId: string) =>
  answerOf(api.assay.validateServer.withResponse({ projectId: api.projectId, serverId }));
export const callTool = (serverId: string, toolName: string, parameters: Record<string, unknown> = {}) =>
  answerOf(api.assay.callTool.withResponse({ projectId: api.projectId, serverId }, { toolName, parameters }));
