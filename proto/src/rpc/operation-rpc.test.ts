import { nameOperations } from '@assay/contract/name-operations';
import { operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { open } from '@assay/contract/schema';
import { rpcOf } from './operation-rpc.ts';

const getThing = operation({
  service: 'runs',
  method: 'PATCH',
  path: '/projects/{projectId}/things/{thingId}',
  headers: ['idempotencyKey'],
  tag: 'Things',
  summary: 'Do it.',
  access: 'member',
  input: open({}),
  status: 200,
  reply: open({}),
});

const rpc = rpcOf(nameOperations({ things: { getThing } }).getThing);

test('an operation gets its gRPC method from its service and its id', () => {
  expect(rpc.path).toBe('/assay.v1.Runs/GetThing');
});

test('a request crosses gRPC with its path parameters, its headers and its input', () => {
  const request = { projectId: 'prj_1', thingId: 'ü', idempotencyKey: 'key', input: Buffer.from('{"a":1}') };
  const crossed = (sent: object) => rpc.requestDeserialize(rpc.requestSerialize(sent as typeof request));
  expect(crossed(request)).toEqual(request);
  expect(crossed({ ...request, launcher: 'of another operation' })).toEqual(request);
  expect(crossed({ input: Buffer.alloc(0) })).toEqual({
    projectId: '',
    thingId: '',
    idempotencyKey: '',
    input: Buffer.alloc(0),
  });
});

test('no two operations have one gRPC method', () => {
  const all = Object.values(allOperations);
  expect(new Set(all.map((each) => rpcOf(each).path)).size).toBe(all.length);
});
