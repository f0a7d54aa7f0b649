import type { ChannelCredentials } from '@grpc/grpc-js';

/**
 * A peer that accepted a connection sends its first bytes within 2 s. The time is counted in ticks,
 * because a pause of this process, which may be the peer's process too, is only one of them.
 */
const [TICKS, TICK_MS] = [8, 250];

/**
 * Gives every connection of these credentials a time limit for the peer's first bytes: of TLS, else its HTTP/2 settings.
 * The kernel accepts connections of a process that hangs, and grpc-js would wait for its settings for ever. A connection
 * that is closed counts as one that could not be made.
 */
export function answeredInTime(security: ChannelCredentials): ChannelCredentials {
  const create = security._createSecureConnector.bind(security);
  security._createSecureConnector = (...given) => {
    const connector = create(...given);
    const connect = connector.connect.bind(connector);
    connector.connect = (socket) => {
      let ticks = 0;
      const watch = setInterval(() => {
        ticks++;
        if (socket.bytesRead === 0 && ticks < TICKS) return;
        clearInterval(watch);
        if (socket.bytesRead === 0) socket.destroy(new Error('The peer accepts connections and sends nothing.'));
      }, TICK_MS);
      watch.unref();
      socket.once('close', () => clearInterval(watch));
      return connect(socket);
    };
    return connector;
  };
  return security;
}
