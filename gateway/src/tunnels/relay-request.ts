import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Request, Response } from 'express';
import type { Headers } from '@assay/tunnel/frames';
import { travelling, unframed } from '@assay/tunnel/headers';
import type { Multiplex } from '@assay/tunnel/multiplex';
import { tunnelFault } from './fault.ts';

/** A request without a byte in either direction is given up after this long, in milliseconds: longer than any tool may take. */
const IDLE_MS = 15 * 60_000;

/** Sends a request through a tunnel, and what comes back to whoever asked; neither body is held here. */
export async function relayRequest(line: Multiplex, req: Request, res: Response): Promise<void> {
  const at = req.url.indexOf('?');
  const stream = line.open({
    method: req.method,
    query: at < 0 ? '' : req.url.slice(at),
    headers: travelling(req.headers),
  });
  if (!stream) {
    res
      .status(503)
      .type('text')
      .send('Too many requests are on their way through the tunnel, or the head of this one is too large.\n');
    return;
  }
  req.setTimeout(IDLE_MS, () => stream.destroy());
  res.once('close', () => {
    stream.destroy();
    // An answer may come before all of the request is read, whose rest would hold up the next one on this connection.
    req.unpipe(stream);
    req.resume();
  });
  req.pipe(stream);
  try {
    const head = await stream.response;
    const fault = 'fault' in head ? head.fault : writable(head.headers) ? undefined : 'malformed';
    if (fault !== undefined || !('status' in head)) return tunnelFault(res, fault ?? 'malformed');
    res.writeHead(head.status, unframed(head.headers));
    // The head of an event stream must not wait for its first event.
    res.flushHeaders();
    stream.once('error', () => res.destroy());
    stream.pipe(res);
  } catch {
    if (res.headersSent || res.destroyed) res.destroy();
    else tunnelFault(res, 'not-connected');
  }
}

/** Whether HTTP knows such headers. */
function writable(headers: Headers): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const each of [value].flat()) validateHeaderValue(name, each);
    }
    return true;
  } catch {
    return false;
  }
}
