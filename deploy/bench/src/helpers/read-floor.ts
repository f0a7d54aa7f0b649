import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type MethodDefinition,
  type sendUnaryData,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import express from 'express';
import pg from 'pg';
import { answerQuestions } from '../helper.ts';

export interface ReadFloor {
  databaseUrl: string;
  /** By route: a query for one row by its primary key, `$1`. A row with a `body` is answered with these bytes alone. */
  queries: Record<string, string>;
}

const asIs = (bytes: Buffer) => bytes;
const read: MethodDefinition<Buffer, Buffer> = {
  path: '/floor/read',
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
};

/**
 * The floor of `GET /<route>/<id>`, with the same parts as the product: Express, one gRPC hop, one row. Returns its
 * origin.
 */
async function serve({ databaseUrl, queries }: ReadFloor): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const channel = await dialOwn(async (request) => {
    const [route = '', id] = request.toString().split(' ');
    const {
      rows: [row],
    } = await pool.query(queries[route]!, [id]);
    return Buffer.isBuffer(row.body) ? row.body : Buffer.from(JSON.stringify(row));
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/:route/:id', async (req, res) => {
    const json = await channel(Buffer.from(`${req.params.route} ${req.params.id}`));
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gRPC server and its client, both in this process, as in the product on one machine. */
async function dialOwn(handler: (request: Buffer) => Promise<Buffer>): Promise<(request: Buffer) => Promise<Buffer>> {
  const server = new Server();
  server.addService(
    { read },
    {
      read: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) => {
        handler(call.request).then((reply) => done(null, reply), done);
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return (request) =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(read.path, asIs, asIs, request, (error, reply) =>
        error ? reject(error) : resolve(reply!),
      );
    });
}

answerQuestions(serve);
