import type { Alias } from './alias.ts';
import { hostAliases } from './hosts.ts';
import { scenarioAliases } from './scenarios.ts';

/** Every former path that still answers. They are removed when the API is declared stable. */
export const allAliases: Alias[] = [...hostAliases, ...scenarioAliases];
