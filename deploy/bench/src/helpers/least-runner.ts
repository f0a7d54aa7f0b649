import { workerData } from 'node:worker_threads';
import { credentials, Client as GrpcClient } from '@grpc/grpc-js';
import { callGrpc } from './call-grpc.ts';
import { resultOf, TOGETHER, type FloorResult } from './floor-results.ts';
import { echoed, openTwo } from './mcp-session.ts';
import { leastRpc, type LeastLease } from './least-rpc.ts';

/* The runner of the least platform, in a thread of its own as that of `npm start`. */

const { port, serverUrl, slots } = workerData as { port: number; serverUrl: string; slots: number };
const grpc = new GrpcClient(`127.0.0.1:${port}`, credentials.createInsecure());

async function run({ runId, ids }: LeastLease): Promise<void> {
  const session = await openTwo(serverUrl);
  let [next, ended, reporting]: [number, FloorResult[], Promise<unknown>] = [0, [], Promise.resolve()];
  const report = () => {
    const results = ended;
    ended = [];
    reporting = reporting.then(() => callGrpc(grpc, leastRpc.report, { runId, results }));
  };
  const work = async () => {
    while (next < ids.length) {
      const id = ids[next++]!;
      await echoed(session, id);
      ended.push(resultOf(id));
      if (ended.length === TOGETHER) report();
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
  if (ended.length > 0) report();
  await Promise.all([reporting, session.close()]);
}

for (;;) await run(await callGrpc(grpc, leastRpc.lease, {}));
