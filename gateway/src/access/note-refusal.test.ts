import { AuditService, type NoteRefusalRequest } from '@assay/mesh/gen/assay/v1/auditing';
import type { Operation } from '@assay/contract/operation';
import { allOperations, operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';
import { waitUntil } from '@assay/testkit/until';
import { refusalNotes } from './note-refusal.ts';

const { createApiKey, revokeApiKey, removeBudget, updateProjectServer, listApiKeys } = allOperations;
interface Attempt {
  operation?: Operation | undefined;
  caller?: Caller;
  params?: Record<string, string>;
  error?: unknown;
  at?: number;
}
const log = createLog('test', 'silent');
const key: Caller = {
  requestId: 'req_1',
  userId: 'usr_1',
  keyId: 'key_1',
  organizationId: 'org_1',
  organizationRole: 'member',
};

/** The notes that arrive at the catalog for these attempts. */
async function notedOf(attempts: Attempt[]): Promise<string[]> {
  const heard: string[] = [];
  const noteRefusal = async ({ rpc, target }: NoteRefusalRequest, { keyId }: Caller) => {
    heard.push(`${keyId} ${rpc.split('/').at(-1)} ${Object.entries(target).join(' ')}`);
    return {};
  };
  const server = await serve({
    name: 'catalog',
    address: '127.0.0.1:0',
    implementations: [implement({ noteRefusal: AuditService.noteRefusal }, { noteRefusal })],
    meshSecret: 'mesh',
    log,
  });
  const channel = dial(server.address, 'mesh', 'gateway');
  let time = 0;
  const note = refusalNotes(channel, log, () => time);
  const last: Attempt = { operation: removeBudget, caller: { ...key, keyId: 'key_last' }, at: time };
  for (const {
    operation = createApiKey,
    caller = key,
    params = { budgetId: 'budget_1' },
    error = forbidden('no'),
    at = 0,
  } of [...attempts, last]) {
    time = at;
    note({ operation: operation!, caller, params, error });
    if (operation !== removeBudget) continue;
    await waitUntil(() => heard.length > 0 && heard.at(-1)!.startsWith(caller.keyId!));
  }
  channel.close();
  await server.stop();
  return heard.slice(0, -1);
}

test('a refusal names the caller, the RPC and the ids of the path', async () => {
  expect(await notedOf([{ operation: removeBudget, caller: { ...key, keyId: 'key_2' } }])).toEqual([
    'key_2 RemoveBudget budgetId,budget_1',
  ]);
});

test('a repeated attempt is noted once a minute', async () => {
  const noted = await notedOf([
    {},
    { at: 30_000 },
    { at: 59_999 },
    { at: 60_000 },
    { at: 60_001, caller: { ...key, keyId: 'key_2' } },
    { at: 60_002, operation: revokeApiKey },
  ]);
  expect(noted.toSorted()).toEqual([
    'key_1 CreateApiKey ',
    'key_1 CreateApiKey ',
    'key_1 RevokeApiKey ',
    'key_2 CreateApiKey ',
  ]);
});

test('the same attempt on another object is noted too', async () => {
  const remove = (userId: string): Attempt => ({
    operation: operations.removeMember,
    params: { organizationId: 'org_1', userId },
  });
  expect((await notedOf([remove('usr_2'), remove('usr_3'), remove('usr_2')])).toSorted()).toEqual([
    'key_1 RemoveMember userId,usr_2',
    'key_1 RemoveMember userId,usr_3',
  ]);
});

test('attempts on many objects are noted for ten objects a minute', async () => {
  const tries = (at: number) =>
    Array.from({ length: 20 }, (_, i): Attempt => ({
      at,
      operation: operations.removeMember,
      params: { organizationId: 'org_1', userId: `usr_${i}` },
    }));
  expect(await notedOf([...tries(0), ...tries(60_000)])).toHaveLength(20);
});

test.each<[string, Attempt]>([
  ['a read', { operation: listApiKeys }],
  ['a write that many may do', { operation: updateProjectServer }],
  ['a missing object', { error: notFound('budget') }],
  ['a person without an organization', { caller: { requestId: 'req_1', userId: 'usr_1', keyId: 'key_1' } }],
])('%s is not noted', async (_, attempt) => expect(await notedOf([attempt])).toEqual([]));
