import { connect, type Socket } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';

/** A peer that does not accept a connection within this time, in milliseconds, gets no calls. */
export const CONNECT_MS = 1_000;
/** A peer that sends nothing over a new connection within this time, in milliseconds, gets calls only when no other one does. */
const ANSWER_MS = 1_000;

export interface Peer {
  host: string;
  port: number;
}

/** A hanging process accepts connections, which the kernel does for it, and does not answer. */
export type PeerState = 'absent' | 'accepts' | 'answers';

/** Calls `heard` once the peer has sent something over a new connection. */
export type Greeting = (socket: Socket, heard: () => void) => void;

/** A server of HTTP/2 without TLS sends its settings at once. */
export const plainGreeting: Greeting = (socket, heard) => void socket.once('data', heard);

/** Makes a handshake with the certificate of the moment; who the peer is, is asked by the connections that carry calls. */
export const tlsGreeting =
  (pem: () => SecureContextOptions): Greeting =>
  (socket, heard) =>
    void connectTls({ socket, ...pem(), rejectUnauthorized: false, ALPNProtocols: ['h2'] })
      .on('error', () => undefined)
      .once('secureConnect', heard);

/** Finds out the state of a peer; `accepted` is called as soon as it accepts the connection. Without a greeting, accepting counts as an answer. */
export const probePeer = (peer: Peer, greet: Greeting | undefined, accepted: () => void): Promise<PeerState> =>
  new Promise((resolve) => {
    const socket = connect(peer);
    let state: PeerState = 'absent';
    const end = (found: PeerState) => {
      clearTimeout(limit);
      socket.destroy();
      resolve(found);
    };
    // After a stall of this process, the peer's answer that came meanwhile is heard of first.
    const inTime = (ms: number) => setTimeout(() => setImmediate(() => end(state)), ms);
    let limit = inTime(CONNECT_MS);
    socket
      .once('connect', () => {
        if (!greet) return end('answers');
        state = 'accepts';
        accepted();
        clearTimeout(limit);
        limit = inTime(ANSWER_MS);
        greet(socket, () => end('answers'));
      })
      .once('error', () => end('absent'))
      // A peer that closes the connection in its greeting is stopping.
      .once('close', () => end(state));
  });
