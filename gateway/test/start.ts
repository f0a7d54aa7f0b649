import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { perService } from '@assay/contract/services';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { DirectoryService, Role, type Principal } from '@assay/mesh/gen/assay/v1/catalog';
import { allOperations, type Operations } from '@assay/contract/operations';
import { notFound, Problem } from '@assay/contract/problem';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { handle } from '@assay/kit/rpc/handle';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { createLog } from '@assay/kit/log';
import { implement, serve, type Implementation } from '@assay/kit/rpc/serve';
import { uploadScope } from '@assay/contract/areas/ingestion/upload-scope';
import { expiringToken } from '@assay/kit/security/signed-token';
import { BytesInFlight } from '../src/limits/bytes-in-flight.ts';
import { AccessVersion } from '../src/access/access-version.ts';
import { OperatorKeys } from '../src/access/operator-keys.ts';
import { gatewayApp, type GatewayOptions } from '../src/app.ts';
import { nearestPrivate } from '../src/addresses/trusted-proxies.ts';

type Answer = (caller: Caller, target: object, input: unknown) => Promise<unknown>;
/** Answers of operations by their id, in place of an echo; they may change while the gateway runs. */
export type Answers = Partial<Record<keyof Operations, Answer>>;
export const meshSecret = 'a secret of this test';

/** The path of a valid upload URL, and how long it is valid. */
export const uploadPath = (id = 'art_1', projectId = 'prj_member', goodForMs = 60_000): string =>
  `/projects/${projectId}/eval-ingest/artifacts/${expiringToken(meshSecret, uploadScope(projectId), id, Date.now() + goodForMs)}`;

const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');
const key = (letter: string) => `sk_${letter.repeat(43)}`;
export const testKeys = { good: key('g'), other: key('t'), orphaned: key('o'), revoked: key('r'), unknown: key('u') };
/** The key of the operator, of which the gateway has the hash alone. */
export const testOperatorKey = `op_${'k'.repeat(43)}`;
/** The token of a visitor. */
export const testVisitor = 'v'.repeat(43);
/** Session tokens of a person with every right, of one without an organization, and of an ended session. */
export const testSessions = { owner: 'w'.repeat(43), stranger: 's'.repeat(43), ended: 'e'.repeat(43) };

/** Access tokens: of the command line, of an application at `/mcp`, and of one at the API that may only read. */
export const testTokens = {
  login: `oat_${'l'.repeat(43)}`,
  mcp: `oat_${'m'.repeat(43)}`,
  reader: `oat_${'r'.repeat(43)}`,
};

const ofKey = {
  keyId: 'key_1',
  organizationId: 'org_1',
  organizationRole: Role.MEMBER,
  features: [],
  scopes: [],
  audiences: [],
};
const ofSession = { keyId: '', userId: 'usr_1', features: ['swarms', 'userTesting'], scopes: [], audiences: [] };
const allPrincipals: [string, Principal][] = [
  [sha256(testKeys.good), { ...ofKey, userId: 'usr_1' }],
  [sha256(testKeys.other), { ...ofKey, userId: 'usr_2' }],
  [
    sha256(testTokens.login),
    {
      ...ofKey,
      keyId: '',
      sessionId: 'grant_1',
      userId: 'usr_1',
      scopes: ['read', 'launch', 'write'],
      audiences: ['mcp', 'api'],
      expiresAtMs: Date.now() + 3_600_000,
    },
  ],
  [
    sha256(testTokens.mcp),
    { ...ofKey, keyId: 'grant_2', userId: 'usr_1', scopes: ['read', 'launch', 'write'], audiences: ['mcp'] },
  ],
  [sha256(testTokens.reader), { ...ofKey, keyId: 'grant_3', userId: 'usr_1', scopes: ['read'], audiences: ['api'] }],
  [
    sha256(testSessions.owner),
    {
      ...ofSession,
      sessionId: 'ses_1',
      organizationId: 'org_1',
      organizationRole: Role.OWNER,
      expiresAtMs: Date.now() + 3_600_000,
    },
  ],
  [
    sha256(testSessions.stranger),
    { ...ofSession, sessionId: 'ses_2', organizationId: '', expiresAtMs: Date.now() + 3_600_000 },
  ],
];
const roles: Record<string, Role> = {
  prj_owner: Role.OWNER,
  prj_admin: Role.ADMIN,
  prj_member: Role.MEMBER,
  prj_viewer: Role.VIEWER,
};

/** The services behind the gateway: their answers, and further implementations. */
interface FixtureServices {
  answers?: Answers;
  services?: Implementation[];
}

interface Sent {
  body?: unknown;
  session?: string;
  /** The token of a visitor. */
  visitor?: string;
  key?: string | null;
  headers?: Record<string, string>;
  beside?: boolean;
}

/**
 * The real gateway in front of services in this process, which check and parse like the real ones and answer with an
 * echo.
 */
export async function startTestGateway({
  answers = {},
  services = [],
  ...changes
}: Partial<GatewayOptions> & FixtureServices = {}) {
  const asked = { authenticate: 0, authorize: 0 };
  const principals = new Map(allPrincipals);
  const directory = implement(DirectoryService, {
    authenticate: async ({ keyHash, sessionHash, tokenHash, keyId }) => {
      asked.authenticate++;
      const known = [...principals.values()].find((principal) => keyId !== undefined && principal.keyId === keyId);
      if (known) return known;
      const hash = (tokenHash ?? sessionHash ?? keyHash).toString('hex');
      if (hash === sha256(testKeys.orphaned)) throw new Problem('UNAUTHORIZED', 'Gone.', { reason: 'ORPHANED_KEY' });
      if (hash === sha256(testKeys.revoked)) throw new Problem('UNAUTHORIZED', 'Revoked.', { reason: 'REVOKED_KEY' });
      const principal = principals.get(hash);
      if (!principal) throw new Problem('UNAUTHORIZED', 'The API key is not valid.');
      return principal;
    },
    authorize: async ({ projectId }) => {
      asked.authorize++;
      if (projectId === 'default') return { role: Role.MEMBER, projectId: 'prj_member' };
      return { role: roles[projectId] ?? Role.UNSPECIFIED, projectId };
    },
    resolveServers: async () => {
      throw notFound('server');
    },
    prepareLaunch: async () => {
      throw notFound('project');
    },
    grantModels: async () => {
      throw notFound('project');
    },
    authenticateRunner: async () => {
      throw notFound('token');
    },
    reseal: async () => {
      throw notFound('key');
    },
  });
  const waiters = new WakeUp();
  let epoch = 1;
  const epochs = implement(AccessService, {
    watch: async ({ waitMs, epoch: known }) => {
      await waiters.waitFor(waitMs, async () => (known === epoch ? undefined : epoch));
      return { epoch };
    },
  });
  const log = createLog('test', 'silent');
  const server = await serve({
    name: 'services',
    address: '127.0.0.1:0',
    implementations: [directory, epochs, echo(answers), ...services],
    meshSecret,
    log,
  });
  const channel = dial(server.address, meshSecret, 'gateway');

  const lines: string[] = [];
  const lined = createLog(
    'gateway',
    'info',
    new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(line.toString());
        done();
      },
    }),
  );
  const access = new AccessVersion(channel, log).start();
  const http = createServer(
    // As in production: a test that computes for seconds would reuse a connection that is being closed.
    { keepAliveTimeout: 75_000 },
    gatewayApp({
      operations: allOperations,
      mesh: perService(() => channel),
      access,
      meshSecret,
      publicUrl: 'https://assay.example',
      operatorKeys: new OperatorKeys([testOperatorKey]),
      limit: undefined,
      sharedLimits: { person: 10, organization: 100 },
      countMs: 20_000,
      trustedProxies: nearestPrivate,
      maxBodyBytes: 1_000_000,
      bytes: new BytesInFlight(256 * 1024 * 1024),
      log: lined,
      draining: new AbortController().signal,
      stopping: new AbortController().signal,
      tunnels: (_req, _res, next) => next(),
      ...changes,
    }),
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  /** Sends a request with the valid key by default; with a session as its page would. */
  const send = async (
    method: string,
    path: string,
    {
      body,
      session,
      visitor,
      key = session === undefined && visitor === undefined ? testKeys.good : null,
      headers = {},
      beside = false,
    }: Sent = {},
  ) => {
    const signedIn =
      session === undefined
        ? {}
        : { cookie: `__Host-assay_session=${session}`, 'x-csrf-token': csrfTokenOf(meshSecret, session) };
    const response = await fetch(`${origin}${beside ? '' : '/api/v1'}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(visitor !== undefined && { cookie: `__Host-assay_visitor=${visitor}` }),
        ...signedIn,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text) as Record<string, unknown>,
    };
  };

  return {
    origin,
    send,
    lines,
    asked,
    /** Revokes a key or a session, as the catalog does. */
    revoke(secret: string) {
      principals.delete(sha256(secret));
      epoch++;
      waiters.wake();
    },
    async stop() {
      http.close();
      http.closeAllConnections();
      waiters.stop();
      await access.stop();
      channel.close();
      await server.stop();
    },
  };
}

/** Answers every operation with `{ caller, target, input }`, or with the answer of `answers` for its operationId. */
function echo(answers: Answers): Implementation {
  const all = Object.entries(allOperations);
  const given: Record<string, Answer | undefined> = answers;
  return {
    definition: Object.fromEntries(all.map(([id, operation]) => [id, rpcOf(operation)])),
    handlers: Object.fromEntries(
      all.map(([id, operation]) => [id, handle(operation, (...asked) => (given[id] ?? echoed)(...asked))]),
    ),
  };
}

const echoed: Answer = async (caller, target, input) => ({ caller, target: { ...target, input: undefined }, input });

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** The gateway for all tests of a file; the answers that a test sets are forgotten after it. */
export function gatewayFixture(): { answers: Answers; send: TestGateway['send'] } {
  const answers: Answers = {};
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ answers });
  });
  afterEach(() => {
    for (const id of Object.keys(answers) as (keyof Answers)[]) delete answers[id];
  });
  afterAll(() => gateway.stop());
  return { answers, send: (...request) => gateway.send(...request) };
}
