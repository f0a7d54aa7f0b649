import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** All IP addresses of a name, in the order in which they are to be tried. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** As the machine resolves names: its hosts file, then DNS. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });
