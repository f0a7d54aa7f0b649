import { useQuery } from '@tanstack/react-query';
import type { ArgumentReference } from '@assay/sdk/gen/documents';
import type { KnownValue } from '../../components/known-value/known-value-field.tsx';
import { operationQuery } from '../../data/operations.ts';
import { useSettled } from '../../lib/use-settled.ts';

/** Rest after the last keystroke before the server is asked, in milliseconds. */
const REST_MS = 150;

/**
 * Values for an argument: completions of the server where it declares that it completes, else values that results of
 * earlier calls have under that name. Operations: completeArgument, listSeenValues.
 */
export function useKnownValues(
  address: { projectId: string; serverId: string },
  {
    completes,
    reference,
    name,
    value,
    settled,
  }: {
    /** Whether the server declares completions; undefined while that is not known. */
    completes: boolean | undefined;
    reference: ArgumentReference;
    name: string;
    value: string;
    settled: Readonly<Record<string, string>>;
  },
): { knownValues: readonly KnownValue[]; source: string | undefined } {
  const rested = useSettled(value, REST_MS);
  const others = Object.fromEntries(Object.entries(settled).filter(([key, each]) => key !== name && each !== ''));
  const completions = useQuery({
    ...operationQuery('completeArgument', address, {
      ref: reference,
      argument: { name, value: rested },
      context: { arguments: others },
    }),
    enabled: completes === true,
    staleTime: 60_000,
  });
  const seen = useQuery({ ...operationQuery('listSeenValues', address, { name }), enabled: completes === false });
  if (completes === true) {
    const { completion } = (completions.data ?? {}) as { completion?: { values?: unknown } };
    const values = Array.isArray(completion?.values)
      ? completion.values.filter((each) => typeof each === 'string')
      : [];
    return { knownValues: values.map((each: string) => ({ value: each })), source: 'The server completes it.' };
  }
  const items = seen.data?.items ?? [];
  const tools = [...new Set(items.map(({ toolName }) => toolName))];
  return {
    knownValues: items.map(({ value: each, label }) => ({ value: each, label })),
    source:
      completes === undefined
        ? undefined
        : items.length === 0
          ? 'The server declares no completion.'
          : `The server declares no completion; these values were in results of ${tools.join(', ')}.`,
  };
}
