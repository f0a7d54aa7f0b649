import type { ChannelCredentials } from '@grpc/grpc-js';

/** A peer that accepted a connection sends its first bytes within this time, in milliseconds. */
const FIRST_BYTES_MS = 2_000;

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
      const limit = setTimeout(() => {
        if (socket.bytesRead === 0) socket.destroy(new Error('The peer accepts connections and sends nothing.'));
      }, FIRST_BYTES_MS);
      limit.unref();
      socket.once('close', () => clearTimeout(limit));
      return connect(socket);
    };
    return connector;
  };
  return security;
}
