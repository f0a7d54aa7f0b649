import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemCodes, type Problem } from '@assay/contract/problem';

/** Answers a request for a WebSocket with an error, and ends its connection. */
export function refuseUpgrade(socket: Duplex, { code, message, retryAfter }: Problem): void {
  const { http } = problemCodes[code];
  const body = JSON.stringify({ code, message });
  socket.end(
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${retryAfter === undefined ? '' : `Retry-After: ${Math.ceil(retryAfter)}\r\n`}Connection: close\r\n\r\n${body}`,
  );
}
