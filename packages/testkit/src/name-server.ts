import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server for tests, over UDP (RFC 1035). It answers what the test sets. */
export interface TestNameServer {
  /** host:port */
  address: string;
  /** The IPv4 addresses of each name; none is an empty answer. */
  addresses: Record<string, string[]>;
  /** How long answers take, in milliseconds. */
  delayMs: number;
  /** How long an answer with addresses is given again, in milliseconds, as by a cache before the name server. */
  answersLiveMs: number;
  /** While true, questions stay without an answer. */
  silent: boolean;
  /** How often it was asked for addresses. */
  lookups: number;
  stop(): void;
}

const HEADER = 12;
const A = 1;
const TTL_SECONDS = 30;

export async function startNameServer(addresses: Record<string, string[]>): Promise<TestNameServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestNameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    addresses,
    delayMs: 0,
    answersLiveMs: 0,
    silent: false,
    lookups: 0,
    stop: () => {
      socket.removeAllListeners('message').close();
      for (const timer of late) clearTimeout(timer);
    },
  };
  const late = new Set<NodeJS.Timeout>();
  const given = new Map<string, { found: string[]; at: number }>();
  const find = (name: string): string[] => {
    const last = given.get(name);
    if (last && performance.now() - last.at < server.answersLiveMs) return last.found;
    const found = server.addresses[name] ?? [];
    if (found.length > 0) given.set(name, { found: [...found], at: performance.now() });
    return found;
  };
  socket.on('message', (query, { port, address }) => {
    if (typeOf(query) === A) server.lookups++;
    if (server.silent) return;
    const reply = answer(query, find(nameOf(query)));
    const timer = setTimeout(() => {
      late.delete(timer);
      socket.send(reply, port, address);
    }, server.delayMs);
    late.add(timer);
  });
  return server;
}

const endOfName = (query: Buffer): number => query.indexOf(0, HEADER) + 1;
const nameOf = (query: Buffer): string => {
  const labels: string[] = [];
  for (let at = HEADER; query[at] !== 0; at += 1 + query[at]!)
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return labels.join('.');
};
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
