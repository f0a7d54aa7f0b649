import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server for tests, over UDP (RFC 1035). It knows one name and answers what the test sets. */
export interface TestNameServer {
  /** host:port */
  address: string;
  /** The IPv4 addresses of every name; none is an empty answer. */
  addresses: string[];
  /** While true, questions stay without an answer. */
  silent: boolean;
  /** How often it was asked for addresses. */
  lookups: number;
  stop(): void;
}

const HEADER = 12;
const A = 1;
const TTL_SECONDS = 30;

export async function startNameServer(addresses: string[]): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestNameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    addresses,
    silent: false,
    lookups: 0,
    stop: () => socket.close(),
  };
  socket.on('message', (query, { port, address }) => {
    if (typeOf(query) === A) server.lookups++;
    if (!server.silent) socket.send(answer(query, server.addresses), port, address);
  });
  return server;
}

const endOfName = (query: Buffer): number => query.indexOf(0, HEADER) + 1;
const typeOf = (query: Buffer): number => query.readUInt16BE(endOfName(query));

function answer(query: Buffer, addresses: string[]): Buffer {
  const question = query.subarray(HEADER, endOfName(query) + 4);
  const found = typeOf(query) === A ? addresses : [];
  const header = Buffer.from(query.subarray(0, HEADER));
  // A response, to a question that wanted recursion, without an error.
  header.writeUInt16BE(0x8180, 2);
  for (const [at, count] of [
    [4, 1],
    [6, found.length],
    [8, 0],
    [10, 0],
  ] as const)
    header.writeUInt16BE(count, at);
  return Buffer.concat([header, question, ...found.map(addressRecord)]);
}

function addressRecord(address: string): Buffer {
  const record = Buffer.alloc(16);
  // The name is the one at the end of the header.
  record.writeUInt16BE(0xc000 + HEADER, 0);
  record.writeUInt16BE(A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_SECONDS, 6);
  record.writeUInt16BE(4, 10);
  record.set(address.split('.').map(Number), 12);
  return record;
}
