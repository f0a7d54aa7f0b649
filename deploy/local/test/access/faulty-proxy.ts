import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a server that a test can interrupt. */
export interface FaultyProxy {
  address: string;
  /** Ends every connection, and accepts no new one. */
  cut(): void;
  /** Keeps every connection, and forwards nothing. */
  silent(): void;
  mend(): void;
  stop(): void;
}

/** Forwards bytes to `address` (host:port) and back, until a test stops it. */
export async function startFaultyProxy(address: string): Promise<FaultyProxy> {
  const [host, port] = address.split(':');
  const pairs = new Set<[Socket, Socket]>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(port), host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from
        .on('data', (bytes) => {
          to.write(bytes);
        })
        .on('error', end)
        .on('close', end);
      if (state === 'silent') from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(act);
  };
  const cut = () => {
    state = 'cut';
    each((socket) => socket.destroy());
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    silent: () => {
      state = 'silent';
      each((socket) => socket.pause());
    },
    mend: () => {
      state = 'whole';
      each((socket) => socket.resume());
    },
    stop: () => {
      cut();
      server.close();
    },
  };
}
