import { SelectField } from '../../components/field/field.tsx';
import { useOperation } from '../../data/operations.ts';

/** Whether calls are recorded or replayed. Operation: listEvalCassettes. */
export function LaunchCassette({
  projectId,
  suiteId,
  value,
  onValue,
  error,
}: {
  projectId: string;
  suiteId: string;
  value: string | undefined;
  onValue: (value: string | undefined) => void;
  error: string | undefined;
}) {
  const cassettes = useOperation('listEvalCassettes', { projectId, suiteId }, { limit: 20 });
  return (
    <SelectField
      label="Cassette"
      error={error}
      value={value ?? ''}
      options={[
        ['', 'none'],
        ['record', 'record a new one'],
        ...(cassettes.data?.items ?? []).map(
          ({ id, version }) => [`replay:${id}`, `replay version ${version}`] as const,
        ),
      ]}
      onValue={(next) => onValue(next === '' ? undefined : next)}
    />
  );
}
