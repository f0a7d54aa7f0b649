import { conflict, type Problem } from '@assay/contract/problem';

interface Holder {
  kind: 'environment' | 'client';
  id: string;
  name: string;
}

/** The CONFLICT of deleting what is selected; undefined when nothing selects it. */
export function holdersProblem(holders: Holder[]): Problem | undefined {
  const [first, ...others] = holders;
  if (!first) return undefined;
  const named = (kind: Holder['kind']) =>
    holders.filter((one) => one.kind === kind).map(({ id, name }) => ({ id, name }));
  return conflict(
    `The ${first.kind} "${first.name}" uses it${others.length > 0 ? `, and ${others.length} more do` : ''}: take it out of there before.`,
    { environments: named('environment'), clients: named('client') },
  );
}
