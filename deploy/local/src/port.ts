import { createServer } from 'node:net';
import { Refusal } from './refusal.ts';

/** Fails before anything is started when the port cannot be had. */
export function checkPort(host: string, port: number): Promise<void> {
  const reasons: Record<string, string> = {
    EACCES: `Port ${port} needs more rights than this user has. Set ASSAY_PORT to one above 1023.`,
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or set ASSAY_PORT to a free port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ASSAY_HOST to one that it has.`,
  };
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(new Refusal(reasons[code] ?? `${host}:${port} cannot be listened on (${code}).`)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
