import type { ResolvedServers, SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { IterationWork } from './iteration-work.ts';
import type { Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { RunContexts } from './run-context.ts';

const item = {
  runId: 'run',
  projectId: 'prj',
  spec: Buffer.from('{"servers":[{"id":"srv","name":"one"}],"sessionIsolation":"iteration"}'),
  sealedModels: Buffer.alloc(0),
} as unknown as IterationWork;
const found: ResolvedServers = { servers: [{ id: 'srv', name: 'one' } as SavedServer] };

/** The contexts of a runner, and each request for servers as it arrives. */
function fixture() {
  const asked: PromiseWithResolvers<ResolvedServers>[] = [];
  const call = () => {
    const question = Promise.withResolvers<ResolvedServers>();
    asked.push(question);
    return question.promise;
  };
  const contexts = new RunContexts(
    { runs: {} as Channel, catalog: { call } as unknown as Channel, key: Buffer.alloc(32), own: new Map() },
    createLog('test', 'silent'),
  );
  const idsOf = () => contexts.use(item, async ({ servers }) => (await servers()).map(({ id }) => id));
  return { contexts, asked, idsOf };
}

test('the iterations of a run ask for its servers once', async () => {
  const { contexts, asked, idsOf } = fixture();
  const all = [idsOf(), idsOf()];
  asked[0]!.resolve(found);
  expect(await Promise.all([...all, idsOf()])).toEqual([['srv'], ['srv'], ['srv']]);
  expect(asked).toHaveLength(1);
  await contexts.close();
});

test('an iteration asks for servers itself when the iteration it waited for lost its lease', async () => {
  const { contexts, asked, idsOf } = fixture();
  const [lost, held] = [idsOf(), idsOf()];
  asked[0]!.resolve({ servers: [] });
  await expect(lost).rejects.toMatchObject({ code: 'NOT_FOUND' });
  asked[1]!.resolve(found);
  expect(await held).toEqual(['srv']);
  await contexts.close();
});
