import { Client, credentials, Server, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import { listenGrpc } from '@assay/testkit/listen-grpc';
import { answerQuestions } from '../helper.ts';
import { callGrpc } from './call-grpc.ts';
import { leastAdmission, statedCaller } from './least-access.ts';
import { openTwo } from './mcp-session.ts';
import { readRpc } from './read-rpc.ts';

/** The service of the least platform that asks MCP servers. It answers with the port of its gRPC server. */
export interface LeastClient {
  /** The gRPC server of the service that owns the saved servers. */
  rowsPort: number;
  /** The MCP server that is asked, in one session. */
  serverUrl: string;
}

/** `list <id>` lists the tools, and `echo <id> <JSON>` calls the tool `echo`, after the owner was asked for the server's row. */
async function serve({ rowsPort, serverUrl }: LeastClient): Promise<number> {
  const owner = new Client(`127.0.0.1:${rowsPort}`, credentials.createInsecure());
  const admit = leastAdmission();
  const session = await openTwo(serverUrl);
  const answer = async ({ metadata, request }: ServerUnaryCall<Buffer, Buffer>): Promise<Buffer> => {
    const caller = admit(metadata, request);
    const [, what, id, document] = /^(\w+) (\S+) (.*)$/.exec(request.toString())!;
    const row = Buffer.from(`server ${id}`);
    await callGrpc(owner, readRpc, row, statedCaller(caller, row));
    const { parameters } = JSON.parse(document!) as { parameters?: { message: string } };
    return Buffer.from(JSON.stringify(await (what === 'list' ? session.list() : session.echo(parameters!.message))));
  };
  const server = new Server();
  server.addService(
    { read: readRpc },
    {
      read: (call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) =>
        void answer(call).then((reply) => done(null, reply), done),
    },
  );
  return listenGrpc(server);
}

answerQuestions(serve);
