import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { createLog } from '@assay/kit/log';
import { implement, serve } from '@assay/kit/rpc/serve';

// A pod: serves at the address of the first argument, and answers with that address.
const [address] = process.argv.slice(2);
const { authorize } = DirectoryService;
await serve({
  name: 'pod',
  address: address!,
  meshSecret: 'mesh',
  log: createLog('pod', 'silent'),
  implementations: [implement({ authorize }, { authorize: async () => ({ role: 1, projectId: address! }) })],
});
process.stdout.write('up\n');
