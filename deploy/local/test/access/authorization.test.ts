import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { roleIncludes, isPersonal, roles, type Role } from '@assay/contract/access';
import { EACH_SERVICE, type Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { waitUntil } from '@assay/testkit/until';
import { accessTable } from './access-table.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const operatorKey = `op_${'k'.repeat(43)}`;
const PAGE = join(import.meta.dirname, '../../../../docs/authorization.md');

let installation: Installation;
let meshSecret: string;
let channels: Record<string, Channel>;
let strangers: Record<string, Channel>;
beforeAll(async () => {
  installation = await startInstallation({ REGISTRY_SOURCES: 'none', OPERATOR_KEY: operatorKey });
  meshSecret = installation.runnerEnv.MESH_SECRET!;
  const {
    CATALOG_ADDRESS: catalog,
    ENVIRONMENTS_ADDRESS: environments,
    SUITES_ADDRESS: suites,
    DIAGNOSTICS_ADDRESS: diagnostics,
    RUNS_ADDRESS: runs,
    SWARMS_ADDRESS: swarms,
  } = installation.addresses;
  const dialed = (secret: string) =>
    Object.fromEntries(
      Object.entries({ catalog, suites, diagnostics, environments, runs, swarms }).map(([name, address]) => [
        name,
        dial(address, secret, 'gateway'),
      ]),
    );
  [channels, strangers] = [dialed(meshSecret), dialed('another secret')];
});
afterAll(async () => {
  for (const channel of [...Object.values(channels), ...Object.values(strangers)]) channel.close();
  await installation.stop();
});

test('docs/authorization.md shows how far every principal comes', async () => {
  const table = await accessTable(installation, meshSecret, operatorKey);
  if (process.env.UPDATE_AUTHORIZATION) await writeFile(PAGE, table);
  expect(table).toBe(await readFile(PAGE, 'utf8'));
}, 300_000);

const known = Object.entries(allOperations).filter(([, { access }]) => access !== 'public' && access !== 'visitor');
const held = known.filter(([, { access }]) => access !== 'operator');
const operated = known.filter(([, { access }]) => access === 'operator');
const place = { organizationId: 'org_1', projectId: 'prj_1' };
const owner: Caller = {
  requestId: 'r',
  userId: 'usr_1',
  sessionId: 'ses_1',
  ...place,
  role: 'owner',
  organizationRole: 'owner',
  features: ['swarms', 'userTesting'],
};
const roleOf = ({ access }: Operation) => roles.find((role) => role === access);
const isInProject = ({ path }: Operation) => path.startsWith('/projects/{projectId}');

/**
 * Calls the owning service without the gateway; the error of a broken body shows whether the service parsed it. A service
 * that is overloaded is called again.
 */
async function codeOf(
  operation: Operation,
  caller: Partial<Record<keyof Caller, unknown>>,
  over = channels,
): Promise<string> {
  const { path, service } = operation;
  const rpc = rpcOf(operation);
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
    name!,
    (place as Record<string, string>)[name!] ?? 'x',
  ]);
  const request = {
    ...(rpc.requestDeserialize(Buffer.alloc(0)) as object),
    ...(Object.fromEntries(ids) as object),
    input: Buffer.from('{oops'),
  };
  const call = () =>
    over[service === EACH_SERVICE ? 'catalog' : service]!.call(rpc, request, {
      caller: { ...owner, ...caller } as Caller,
    }).then(
      () => 'answered',
      ({ code }: { code: string }) => code !== 'UNAVAILABLE' && code,
    );
  return waitUntil(call);
}

test.each(Object.entries(allOperations).filter(([, { access }]) => access === 'visitor'))(
  '%s: the service parses a request of a visitor, and of no other principal',
  async (_, operation) => {
    const noCaller = { userId: undefined, organizationId: undefined, sessionId: undefined };
    const visitor = { ...noCaller, visitorHash: 'x' };
    expect(await codeOf(operation, visitor)).toBe('VALIDATION_ERROR');
    for (const other of [{}, { visitorHash: 'x' }, noCaller])
      expect(await codeOf(operation, other)).toBe('UNAUTHORIZED');
  },
);

const operator = {
  isOperator: true,
  keyId: 'operator-1',
  userId: undefined,
  organizationId: undefined,
  sessionId: undefined,
};

test.each(operated)('%s: the service parses a request of the operator, and refuses an owner', async (_, operation) => {
  expect(await codeOf(operation, operator)).toBe('VALIDATION_ERROR');
  expect(await codeOf(operation, {})).toBe('FORBIDDEN');
});

test.each(held)('%s: the service refuses the operator', async (_, operation) => {
  expect(await codeOf(operation, operator)).toBe('FORBIDDEN');
});

const lesser = (role: Role): Role[] => roles.filter((each) => !roleIncludes(each, role));

test.each(held)(
  '%s: the service parses a request of a caller with access, without the gateway',
  async (_, operation) => {
    expect(await codeOf(operation, {})).toBe('VALIDATION_ERROR');
  },
);

test.each(known)(
  '%s: the service refuses a missing caller, and one that another secret signed',
  async (_, operation) => {
    expect(await codeOf(operation, { userId: undefined, organizationId: undefined, sessionId: undefined })).toBe(
      'UNAUTHORIZED',
    );
    expect(await codeOf(operation, {}, strangers)).toBe('INTERNAL_ERROR');
  },
);

test.each(held.filter(([, operation]) => roleOf(operation)))(
  '%s: the service refuses every role that is too small',
  async (_, operation) => {
    for (const role of lesser(roleOf(operation)!)) {
      expect([role, await codeOf(operation, isInProject(operation) ? { role } : { organizationRole: role })]).toEqual([
        role,
        operation.hides === undefined ? 'FORBIDDEN' : 'NOT_FOUND',
      ]);
    }
  },
);

// An operation for any key decides about the object itself, after it has parsed the request.
test.each(held.filter(([, operation]) => isInProject(operation) && operation.access !== 'key'))(
  '%s: the service refuses a caller of another project',
  async (_, operation) => {
    expect(await codeOf(operation, { projectId: 'prj_2' })).toBe('NOT_FOUND');
  },
);

test.each(held.filter(([, { path }]) => path.includes('{organizationId}')))(
  '%s: the service refuses a caller of another organization',
  async (_, operation) => {
    expect(await codeOf(operation, { organizationId: 'org_2' })).toBe('NOT_FOUND');
  },
);

test.each(held.filter(([, operation]) => isPersonal(operation)))(
  '%s: the service refuses a key',
  async (_, operation) => {
    expect(await codeOf(operation, { sessionId: undefined, keyId: 'key_1' })).toBe('FORBIDDEN');
  },
);
