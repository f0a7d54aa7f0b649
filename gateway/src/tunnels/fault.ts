import type { Response } from 'express';

const says = {
  'not-connected': 'The tunnel is not connected.',
  unreachable: 'The tunnel is connected, but there is no server at its other end.',
  malformed: 'The tunnel is connected, but the answer from its other end is malformed.',
};

export type TunnelFault = keyof typeof says;

/** Answers in the gateway's own name that a request did not reach the server of a tunnel. */
export function tunnelFault(res: Response, fault: TunnelFault): void {
  res.status(502).set('Assay-Tunnel-Fault', fault).type('text').send(`${says[fault]}\n`);
}
