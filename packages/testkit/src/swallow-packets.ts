import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A connection attempt that is not answered for this long is dropped by the kernel, in milliseconds. */
const DROPPED_MS = 300;

/**
 * Makes an address swallow attempts to connect, as the address of a pod that is gone does: a listener whose queue is full and whose
 * process is stopped.
 */
export async function swallowPackets(host: string, port: number): Promise<{ stop(): void }> {
  const script = `require('node:net').createServer().listen({ host: '${host}', port: ${port}, backlog: 1 }, () => console.log('up'))`;
  const listener = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface(listener.stdout), 'line');
  listener.kill('SIGSTOP');
  const queued: Socket[] = [];
  for (let isFull = false; !isFull;) {
    const socket = connect(port, host).on('error', () => undefined);
    queued.push(socket);
    isFull = await Promise.race([
      once(socket, 'connect').then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), DROPPED_MS)),
    ]);
  }
  return {
    stop: () => {
      listener.kill('SIGKILL');
      for (const socket of queued) socket.destroy();
    },
  };
}
