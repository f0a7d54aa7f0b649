import type { ReplyOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

const plurals = {
  suite: 'suites',
  environment: 'environments',
  client: 'clients',
  serverGroup: 'server groups',
  journey: 'journeys',
  study: 'studies',
} as const;

/** "4 suites, 2 environments and 1 study". */
export function usesInWords(uses: ReplyOf<'getServerUses'>['uses'], kinds: readonly (keyof typeof plurals)[]): string {
  const parts = kinds.flatMap((kind) => {
    const count = uses.filter((use) => use.kind === kind).length;
    const noun = kind === 'serverGroup' ? 'server group' : kind;
    return count > 0 ? [writeCountOf(count, noun, plurals[kind])] : [];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : (parts[0] ?? '');
}
