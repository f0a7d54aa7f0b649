import { canonicalJson } from '@assay/contract/canonical';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { isPlaceholder } from './match-arguments.ts';

/** A recorded call. */
export interface RecordedCall {
  toolName: string;
  arguments: Record<string, unknown>;
}

/** The assertion that recorded calls are made again; the arguments match partially. Equal calls become one with a count. */
export function expectedCalls(made: readonly RecordedCall[]): Extract<EvalAssertion, { type: 'toolCalledWith' }>[] {
  const alike = Map.groupBy(made, ({ toolName, arguments: args }) => canonicalJson([toolName, args]));
  return [...alike.values()].map(([first, ...others]) => {
    const { toolName, arguments: args } = first!;
    // Under partial matching, a value that names a type would match any value of that type.
    const exact = Object.values(args).some(isPlaceholder);
    return {
      type: 'toolCalledWith',
      toolName,
      args: { args, ...(exact && { argumentMatching: 'exact' as const }) },
      ...(others.length > 0 && { minCount: others.length + 1 }),
    };
  });
}
