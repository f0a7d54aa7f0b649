import type { Attempt, Carrier } from '../handshake/handshake.ts';
import { wireLog } from '../transport/wire-message.ts';
import { programOf } from './stdio-rules.ts';
import { StdioTransport } from './stdio-transport.ts';

/**
 * The way to a server that is a command.
 * @throws Problem when that may not be started here.
 */
export async function openStdio({ target, onWire, exchange }: Attempt): Promise<Carrier> {
  const program = await programOf(target, target.stdio);
  const transport = new StdioTransport(program, target, wireLog(exchange.startedAt, onWire));
  exchange.program = transport;
  return { transport, program: transport, wire: { listen: () => {}, forget: (done) => transport.forget(done) } };
}
