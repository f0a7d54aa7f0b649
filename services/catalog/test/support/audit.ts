import { randomBytes } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { AuditService, type NoteRefusalRequest } from '@assay/mesh/gen/assay/v1/auditing';
import { ChangeMade } from '@assay/mesh/events';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation, TargetOf } from '@assay/contract/operation';
import type { BusMessage } from '@assay/kit/bus/bus';
import { openBus } from '@assay/kit/bus/open-bus';
import { busMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { dial } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import { createLog } from '@assay/kit/log';
import { eventMessage } from '@assay/testkit/events/event-message';
import { testDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { startCatalog } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { catalogMigrations } from './start.ts';

const log = createLog('test', 'silent');

/** The whole service with its outbox and its bus, on its own databases, and a way to call it as the owner. */
export async function startAuditFixture() {
  const [database, bus] = await Promise.all([
    testDatabase({ folders: catalogMigrations }),
    testDatabase({ folders: [busMigrations] }),
  ]);
  const config = loadConfig({
    LISTEN_ADDRESS: '127.0.0.1:0',
    DATABASE_URL: database.url,
    BUS_DATABASE_URL: bus.url,
    MESH_SECRET: 'a-mesh-secret-of-this-test',
    GRPC_REFLECTION: 'off',
    KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ASSAY_INIT_OWNER_EMAIL: 'ada@acme.example',
    RETENTION_AUDIT_DAYS: '0',
  });
  let service = await startCatalog(config, log);
  const { organizationId, projectId, apiKey } = service.seeded!;
  const {
    rows: [{ user_id: userId, id: keyId }],
  } = await database.pool.query('select user_id, id from api_keys');
  const ada: Caller = {
    requestId: 'req_ada',
    organizationId,
    organizationRole: 'owner',
    userId,
    keyId,
    projectId,
    role: 'owner',
  };
  const events = await openBus(config.bus, log);
  let mesh = dial(service.address, 'a-mesh-secret-of-this-test', 'test');

  const send = async <Req>(operation: Operation<Req>, target: TargetOf<Req>, input: object = {}, caller = ada) => {
    const blank = rpcOf(operation).requestDeserialize(Buffer.alloc(0));
    return mesh.call(rpcOf(operation), { ...blank, ...target, input: Buffer.from(JSON.stringify(input)) }, { caller });
  };
  const noteRefusal = (request: NoteRefusalRequest, caller = ada) =>
    mesh.call(AuditService.noteRefusal, request, { caller });
  const messageOfChange = (changes: Partial<ChangeMade>): BusMessage => {
    const id = changes.id ?? newId('audit');
    return eventMessage(
      ChangeMade,
      {
        id,
        atMs: Date.now(),
        organizationId,
        rpc: '/assay.v1.Suites/UpdateEvalSuite',
        requestId: 'req_other',
        outcome: 'done',
        ...changes,
      },
      { source: 'suites', id },
    );
  };
  const stopService = async () => {
    mesh.close();
    await service.stop();
  };

  return {
    pool: database.pool,
    busPool: bus.pool,
    ada,
    organizationId,
    projectId,
    apiKey,
    send,
    noteRefusal,
    call: async <Req, In extends TSchema, Out extends TSchema>(
      operation: Operation<Req, In, Out>,
      target: TargetOf<Req>,
      input: object = {},
      caller = ada,
    ) => JSON.parse((await send(operation, target, input, caller)).json.toString()) as Static<Out>,
    /** Publishes a change as another service would. */
    async tell(changes: Partial<ChangeMade> = {}): Promise<BusMessage> {
      const message = messageOfChange(changes);
      await events.publish([message]);
      return message;
    },
    /** Publishes changes that arrive together. */
    tellTogether: (changes: Partial<ChangeMade>[]) => events.publish(changes.map(messageOfChange)),
    retell: (message: BusMessage) => events.publish([message]),
    /** Waits until every published change is in the log. */
    async settled(): Promise<void> {
      await waitUntil(async () => (await database.pool.query('select from outbox')).rowCount === 0);
      // The bus delivers a topic only from the subscription on.
      await waitUntil(async () => {
        const lag = await events.lag('catalog');
        return ChangeMade.topic in lag && Object.values(lag).every((left) => left === 0);
      });
    },
    stopService,
    async startService() {
      service = await startCatalog(config, log);
      mesh = dial(service.address, 'a-mesh-secret-of-this-test', 'test');
    },
    async stop() {
      await stopService();
      await events.close();
      await Promise.all([database.drop(), bus.drop()]);
    },
  };
}
