import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Server, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import express from 'express';
import pg from 'pg';
import { listenLocally } from '@assay/testkit/listen';
import { listenGrpc } from '@assay/testkit/listen-grpc';
import { answerQuestions } from '../helper.ts';
import { insertCases, prepareResults, writeResults, type FloorResult } from './floor-results.ts';
import { leastRpc, type LeastLease } from './least-rpc.ts';

export interface LeastPlatform {
  databaseUrl: string;
  /** The MCP server whose tool `echo` each case calls. */
  serverUrl: string;
  /** The cases of each run, and how many are called at a time. */
  cases: number;
  slots: number;
}

/** A run, and the request that waits for its end. */
interface LeastRun {
  open: number;
  end: PromiseWithResolvers<void>;
}

/**
 * The least that a platform of these parts does for a run with a session of its own: Express, Postgres, a runner in a thread
 * of its own behind gRPC, and nothing else. `POST /runs` stores a run's cases and answers its id, `GET /runs/{id}` answers
 * when all results are stored. There are no accounts, leases, grades, masks, traces, events or verdicts. Returns its origin.
 */
async function serve({ databaseUrl, serverUrl, cases, slots }: LeastPlatform): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await prepareResults(pool);
  const runs = new Map<string, LeastRun>();
  const queue: LeastLease[] = [];
  let wake = Promise.withResolvers<void>();

  const lease = async (): Promise<LeastLease> => {
    while (queue.length === 0) await wake.promise;
    return queue.shift()!;
  };
  const report = async (runId: string, results: FloorResult[]): Promise<void> => {
    await writeResults(pool, results);
    const run = runs.get(runId)!;
    run.open -= results.length;
    if (run.open === 0) run.end.resolve();
  };
  const grpc = new Server();
  grpc.addService(leastRpc, {
    lease: (_: unknown, done: sendUnaryData<LeastLease>) => void lease().then((leased) => done(null, leased), done),
    report: (
      { request }: ServerUnaryCall<{ runId: string; results: FloorResult[] }, object>,
      done: sendUnaryData<object>,
    ) => void report(request.runId, request.results).then(() => done(null, {}), done),
  });
  const port = await listenGrpc(grpc);
  const runner = new Worker(join(import.meta.dirname, 'least-runner.ts'), { workerData: { port, serverUrl, slots } });
  runner.once('error', (error) => {
    throw error;
  });

  const app = express();
  app.post('/runs', async (_, res) => {
    const [runId, ids] = [randomUUID(), Array.from({ length: cases }, () => randomUUID())];
    await insertCases(pool, ids);
    runs.set(runId, { open: cases, end: Promise.withResolvers() });
    queue.push({ runId, ids });
    wake.resolve();
    wake = Promise.withResolvers();
    res.json({ runId });
  });
  app.get('/runs/:runId', async (req, res) => {
    await runs.get(req.params.runId)!.end.promise;
    runs.delete(req.params.runId);
    res.json({ status: 'completed' });
  });
  return (await listenLocally(app)).origin;
}

answerQuestions(serve);
