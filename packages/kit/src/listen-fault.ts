import { createServer, isIP } from 'node:net';
import { ConfigError } from './env.ts';

/** An address to listen at, and the settings that say it. */
export interface ListenAddress {
  /** All addresses when absent. */
  host?: string | undefined;
  port: number;
  /** The name of the setting of the port, and of the host where it has one of its own. */
  setting: string;
  hostSetting?: string | undefined;
}

/** The sentence for an operator about an address that cannot be listened at; undefined for any other error. */
export function listenFault(
  error: unknown,
  { host, port, setting, hostSetting = setting }: ListenAddress,
): string | undefined {
  const at = host === undefined ? '' : ` at ${host}`;
  const unknown = `The host ${host} is not known. Set ${hostSetting} to an address of this machine.`;
  const faults: Partial<Record<string, string>> = {
    EACCES: `Port ${port} needs more rights than this user has. Set ${setting} to a port above 1023.`,
    EADDRINUSE: `Port ${port} is taken by another program${at}. Stop it, or set ${setting} to a free port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set ${hostSetting} to an address of this machine.`,
    ENOTFOUND: unknown,
    EAI_AGAIN: unknown,
  };
  return faults[(error as NodeJS.ErrnoException).code ?? ''];
}

/** The error as a fault of the settings, with the code of the system; any other error is returned unchanged. */
export function asListenFault(error: unknown, address: ListenAddress): unknown {
  const fault = listenFault(error, address);
  if (fault === undefined) return error;
  return Object.assign(new ConfigError([fault]), { code: (error as NodeJS.ErrnoException).code, cause: error });
}

/** Listens at an address for a moment, for servers whose own errors have no code. @throws ConfigError when it is refused. */
export async function assertListenable(address: ListenAddress): Promise<void> {
  const { host, port } = address;
  const error = await probe(host, port);
  // A name may have several addresses, of which one is enough.
  if (error?.code === 'EADDRNOTAVAIL' && host !== undefined && isIP(host) === 0) return;
  if (error) throw asListenFault(error, address);
}

const probe = (host: string | undefined, port: number): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
