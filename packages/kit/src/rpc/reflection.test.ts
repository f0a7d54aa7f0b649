import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Client, credentials, Server, type MethodDefinition } from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import { listenGrpc } from '@assay/testkit/listen-grpc';
import { addReflection } from './reflection.ts';

interface ListedServices {
  listServicesResponse: { service: { name: string }[] };
}

const protos = join(dirname(createRequire(import.meta.url).resolve('@grpc/reflection')), '../proto');
let server: Server;
let client: Client;
beforeEach(async () => {
  server = new Server();
  addReflection(server);
  client = new Client(`127.0.0.1:${await listenGrpc(server)}`, credentials.createInsecure());
});
afterEach(() => {
  client.close();
  server.forceShutdown();
});

function methodOf(version: string): MethodDefinition<object, object> {
  const loaded = loadSync(join(protos, `grpc/reflection/${version}/reflection.proto`), { oneofs: true });
  const service = loaded[`grpc.reflection.${version}.ServerReflection`] as ServiceDefinition;
  return service['ServerReflectionInfo']!;
}

const open = ({ path, requestSerialize, responseDeserialize }: MethodDefinition<object, object>) =>
  client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);

describe.each(['v1', 'v1alpha'])('reflection %s', (version) => {
  const method = methodOf(version);

  test('a call answers each question and ends with its caller', async () => {
    const call = open(method);
    call.write({ listServices: '*' });
    const [{ listServicesResponse }] = (await once(call, 'data')) as [ListedServices];
    expect(listServicesResponse.service).toContainEqual({ name: 'assay.v1.Directory' });
    call.write({ fileContainingSymbol: 'assay.v1.Directory' });
    expect(await once(call, 'data')).toEqual([
      expect.objectContaining({ fileDescriptorResponse: { fileDescriptorProto: expect.any(Array) } }),
    ]);
    call.end();
    const [{ code }] = (await once(call, 'status')) as [{ code: number }];
    expect(code).toBe(0);
  });

  test('a question that cannot be read is refused, and the next call is answered', async () => {
    const refused = open({ ...method, requestSerialize: () => Buffer.from([0xff]) });
    refused.write({});
    await expect(once(refused, 'data')).rejects.toMatchObject({ code: 13 });
    const call = open(method);
    call.end({ listServices: '*' });
    expect(await once(call, 'data')).toEqual([expect.objectContaining({ listServicesResponse: expect.anything() })]);
    call.cancel();
    call.on('error', () => undefined);
  });
});
