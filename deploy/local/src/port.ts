import { createServer } from 'node:net';
import { Refusal } from './refusal.ts';

/** Fails before anything is started when the port cannot be had. */
export function checkPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) => reject(new Refusal(code === 'EACCES'
      ? `Port ${port} needs more rights than this user has. Set ASSAY_PORT to one above 1023.`
      : `Port ${port} is taken by another program. Stop it, or set ASSAY_PORT to a free port.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
