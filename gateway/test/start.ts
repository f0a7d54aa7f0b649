import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { DirectoryService, Role } from '@assay/contract/gen/assay/v1/catalog';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations/index';
import { notFound, Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import { dial } from '@assay/kit/client';
import { handle } from '@assay/kit/handle';
import { createLog } from '@assay/kit/log';
import { implement, serve, type Implementation } from '@assay/kit/serve';
import { gateway, type GatewayOptions } from '../src/app.ts';

type Answer = (caller: Caller, target: object, input: unknown) => Promise<unknown>;
const meshSecret = 'a secret of this test';

export const keys = { good: `sk_${'g'.repeat(43)}`, other: `sk_${'t'.repeat(43)}`, orphaned: `sk_${'o'.repeat(43)}`, unknown: `sk_${'u'.repeat(43)}` };
const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');
const holders = new Map([[sha256(keys.good), 'usr_1'], [sha256(keys.other), 'usr_2']]);
const roles: Record<string, Role> = { prj_admin: Role.ADMIN, prj_member: Role.MEMBER, prj_of_old: Role.MEMBER };

/** The real gateway in front of services of this process: they hold and parse like the real ones, and answer with what they were asked. */
export async function startTestGateway({ answers = {}, ...changes }: Partial<GatewayOptions> & { answers?: Record<string, Answer> } = {}) {
  const asked = { authenticate: 0, authorize: 0 };
  const directory = implement(DirectoryService, {
    authenticate: async ({ keyHash }) => {
      asked.authenticate++;
      const hash = keyHash.toString('hex');
      if (hash === sha256(keys.orphaned)) throw new Problem('UNAUTHORIZED', 'Gone.', { reason: 'ORPHANED_KEY' });
      const userId = holders.get(hash);
      if (!userId) throw new Problem('UNAUTHORIZED', 'The API key is not valid.');
      return { keyId: 'key_1', organizationId: 'org_1', userId };
    },
    authorize: async ({ projectId }) => {
      asked.authorize++;
      if (projectId === 'default') return { role: Role.MEMBER, projectId: 'prj_member' };
      return { role: roles[projectId] ?? Role.UNSPECIFIED, projectId: projectId === 'prj_of_old' ? '' : projectId };
    },
    resolveServers: async () => { throw notFound('server'); },
    prepareLaunch: async () => { throw notFound('project'); },
    grantModels: async () => { throw notFound('project'); },
    authenticateRunner: async () => { throw notFound('token'); },
    reseal: async () => { throw notFound('key'); },
  });
  const log = createLog('test', 'silent');
  const server = await serve({ name: 'rooms', address: '127.0.0.1:0', implementations: [directory, echo(answers)], meshSecret, log });
  const channel = dial(server.address, meshSecret, 'gateway');

  const lines: string[] = [];
  const lined = createLog('gateway', 'info', new Writable({ write(line: Buffer, _encoding, done) { lines.push(line.toString()); done(); } }));
  const http = createServer(gateway({
    operations, mesh: { catalog: channel, diagnostics: channel, suites: channel, runs: channel },
    limit: undefined, maxBodyBytes: 1_000_000, log: lined, stopping: new AbortController().signal, tunnels: (_req, _res, next) => next(), ...changes,
  }));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** Sends a request with the good key, unless told otherwise. */
  const send = async (method: string, path: string, { body, key = keys.good, headers = {} }: { body?: unknown; key?: string | null; headers?: Record<string, string> } = {}) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method, headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as Record<string, unknown> };
  };

  return {
    origin, send, lines, asked,
    async stop() {
      http.close();
      http.closeAllConnections();
      channel.close();
      await server.stop();
    },
  };
}

/** Answers every operation with `{ caller, target, input }`, or with what `answers` has under its operationId. */
function echo(answers: Record<string, Answer>): Implementation {
  // Two methods of a path may be answered by one RPC.
  const all = [...Map.groupBy(Object.entries(operations), ([, { rpc }]) => rpc).values()].map(([first]) => first!);
  return {
    definition: Object.fromEntries(all.map(([id, { rpc }]) => [id, rpc])),
    handlers: Object.fromEntries(all.map(([id, operation]) => [id, handlerOf(operation, answers[id])])),
  };
}

const handlerOf = (operation: Operation, answer: Answer = async (caller, target, input) => ({ caller, target: { ...target, input: undefined }, input })) =>
  handle(operation, answer);

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;
