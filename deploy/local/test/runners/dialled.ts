import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * Loaded with `--import`: writes every address that the process connects to into the file of DIALLED_FILE, one per
 * line.
 */
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('connect', () =>
    appendFileSync(process.env.DIALLED_FILE!, `${socket.remoteAddress}:${socket.remotePort}\n`),
  );
});
