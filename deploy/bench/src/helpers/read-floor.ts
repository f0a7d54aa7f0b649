import { Client, credentials, Server, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import express, { type Request, type Response } from 'express';
import pg from 'pg';
import { listenLocally } from '@assay/testkit/listen';
import { listenGrpc } from '@assay/testkit/listen-grpc';
import { answerQuestions } from '../helper.ts';
import { callGrpc } from './call-grpc.ts';
import { leastAdmission, leastGuards, statedCaller, type LeastCaller } from './least-access.ts';
import { readRpc } from './read-rpc.ts';

/** The gRPC server of the floor. It answers with its port. */
export interface FloorRows {
  databaseUrl: string;
  /** By route: a query for one row by its primary key, `$1`. A row with a `body` is answered with these bytes alone. */
  queries: Record<string, string>;
  /** Whether callers are checked. */
  isLeastPlatform: boolean;
}

/** The Express server of the floor, which asks a gRPC server at this port. It answers with its origin. */
export interface FloorRoutes {
  rowsPort: number;
  /** Whether a request has an id, headers, a line in the log and a caller. */
  isLeastPlatform: boolean;
}

async function serveRows({ databaseUrl, queries, isLeastPlatform }: FloorRows): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const rowOf = async (request: Buffer): Promise<Buffer> => {
    const [route = '', id] = request.toString().split(' ');
    const {
      rows: [row],
    } = await pool.query(queries[route]!, [id]);
    return Buffer.isBuffer(row.body) ? row.body : Buffer.from(JSON.stringify(row));
  };
  const admit = isLeastPlatform ? leastAdmission() : () => undefined;
  const server = new Server();
  server.addService(
    { read: readRpc },
    {
      read: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
        admit(call.metadata, call.request);
        rowOf(call.request).then((reply) => done(null, reply), done);
      },
    },
  );
  return listenGrpc(server);
}

async function serveRoutes({ rowsPort, isLeastPlatform }: FloorRoutes): Promise<string> {
  const client = new Client(`127.0.0.1:${rowsPort}`, credentials.createInsecure());
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (isLeastPlatform) app.use(leastGuards());
  const answer = async ({ params, body }: Request<{ route: string; id: string }>, res: Response) => {
    const line = Buffer.from(`${params.route} ${params.id}`);
    const request = Buffer.isBuffer(body) ? Buffer.concat([line, Buffer.from(' '), body]) : line;
    const caller = isLeastPlatform ? statedCaller(res.locals as LeastCaller, request) : undefined;
    const json = await callGrpc(client, readRpc, request, caller);
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  };
  app.get('/:route/:id', answer);
  app.post('/:route/:id', express.raw({ type: () => true }), answer);
  return (await listenLocally(app)).origin;
}

answerQuestions((question: FloorRows | FloorRoutes): Promise<unknown> =>
  'rowsPort' in question ? serveRoutes(question) : serveRows(question),
);
