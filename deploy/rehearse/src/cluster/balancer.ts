import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  port: number;
  origin: string;
  /** Ends the open connections. */
  disconnect(): void;
  stop(): Promise<void>;
}

/** Hands connections on to the hosts of the moment in turn, as a Service of Kubernetes does: an open connection stays. */
export async function startBalancer(targets: () => { hosts: string[]; port: number }): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const watched = (socket: Socket, other: () => Socket): Socket => {
    sockets.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => other().destroy())
      .on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const { hosts, port } = targets();
    const pod: Socket = watched(
      connect({ host: hosts[turn++ % hosts.length]!, port, allowHalfOpen: true }),
      () => client,
    );
    watched(client, () => pod);
    client.pipe(pod).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    disconnect,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      disconnect();
      await closed;
    },
  };
}
