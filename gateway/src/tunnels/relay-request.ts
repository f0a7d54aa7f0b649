import type { Request, Response } from 'express';
import { travelling } from '@assay/tunnel/headers';
import type { Multiplex } from '@assay/tunnel/multiplex';
import { tunnelFault } from './fault.ts';

/** A request without a byte in either direction is given up after this long, in milliseconds: longer than any tool may take. */
const IDLE_MS = 15 * 60_000;

/** Sends a request through a tunnel, and what comes back to whoever asked; neither body is held here. */
export async function relayRequest(line: Multiplex, req: Request, res: Response): Promise<void> {
  const at = req.url.indexOf('?');
  const stream = line.open({ method: req.method, query: at < 0 ? '' : req.url.slice(at), headers: travelling(req.headers) });
  if (!stream) {
    res.status(503).type('text').send('Too many requests are on their way through the tunnel, or the head of this one is too large.\n');
    return;
  }
  req.setTimeout(IDLE_MS, () => stream.destroy());
  res.once('close', () => { if (!res.writableFinished) stream.destroy(); });
  req.pipe(stream);
  try {
    const head = await stream.response;
    if ('fault' in head) {
      tunnelFault(res, head.fault);
      stream.destroy();
      return;
    }
    res.writeHead(head.status, travelling(head.headers));
    // The head of an event stream must not wait for its first event.
    res.flushHeaders();
    stream.once('error', () => res.destroy());
    stream.pipe(res);
  } catch {
    if (res.headersSent || res.destroyed) res.destroy();
    else tunnelFault(res, 'not-connected');
  }
}
