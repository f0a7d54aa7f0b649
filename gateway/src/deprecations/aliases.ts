import type { Alias } from './alias.ts';
import { hosts } from './hosts.ts';
import { scenarios } from './scenarios.ts';

/** Every former path that still answers. They are removed when the API is declared stable. */
export const aliases: Alias[] = [...hosts, ...scenarios];
