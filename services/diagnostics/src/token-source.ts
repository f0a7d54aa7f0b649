import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { TokenSource } from '@assay/mcp/target';
import type { Deps } from './deps.ts';

/** The access tokens of a server that has an OAuth grant; undefined for one that needs none. */
export const tokenSourceOf = (_deps: Deps, _server: SavedServer): TokenSource | undefined => undefined;
