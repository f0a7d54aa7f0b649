import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { Metadata } from '@grpc/grpc-js';
import { createLog } from '../../log.ts';
import { answerLocally } from './answer-locally.ts';
import { CallFaults } from '../call-faults.ts';
import type { ServedMethod } from '../handler.ts';

const { authorize } = DirectoryService;
const log = createLog('test', 'error', { write: () => undefined });

test.each([
  ['message', 'p'.repeat(100), 'p'],
  ['reply', 'p', 'p'.repeat(100)],
])('a %s over the limit is refused as it is over gRPC', async (_which, asked, answered) => {
  const handler = async () => ({ role: 0, projectId: answered });
  const { server } = answerLocally(
    new Map([[authorize.path, { definition: authorize as ServedMethod['definition'], handler }]]),
    { faults: new CallFaults(log), auditor: undefined, maxMessage: 50 },
  );
  const call = server({
    path: authorize.path,
    caller: { requestId: 'r' },
    body: authorize.requestSerialize({ organizationId: '', userId: '', projectId: asked }),
    metadata: new Metadata(),
    deadline: Date.now() + 10_000,
    signal: undefined,
  });
  await expect(call).rejects.toMatchObject({ code: 'INTERNAL_ERROR', message: 'Internal error.' });
});
