import type { Alias } from './alias.ts';
import { hosts } from './hosts.ts';
import { scenarios } from './scenarios.ts';

/** Every former place that still answers. They go when the API is declared stable. */
export const aliases: Alias[] = [...hosts, ...scenarios];
