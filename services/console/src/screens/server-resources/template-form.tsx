import { Foreign } from '../../components/foreign/foreign.tsx';
import { KnownValueField } from '../../components/known-value/known-value-field.tsx';
import { templateVariables } from '../../lib/uri-template/uri-template.ts';
import { useKnownValues } from './use-known-values.ts';

interface Common {
  address: { projectId: string; serverId: string };
  completes: boolean | undefined;
  values: Readonly<Record<string, string>>;
  onValues: (values: Readonly<Record<string, string>>) => void;
}

/** The variables of a template of addresses. */
export const TemplateForm = ({ template, ...common }: Common & { template: string }) =>
  templateVariables(template).map(({ name, isOptional }) => (
    <ArgumentField
      key={name}
      {...common}
      name={name}
      about={isOptional ? 'from the template' : 'from the template, required'}
      reference={{ type: 'ref/resource', uri: template }}
    />
  ));

/** The arguments of a prompt. */
export const PromptForm = ({
  prompt,
  fields,
  ...common
}: Common & {
  prompt: string;
  fields: readonly { name: string; description?: string; required?: boolean }[];
}) =>
  fields.map(({ name, description, required }) => (
    <ArgumentField
      key={name}
      {...common}
      name={name}
      about={['text', required && 'required', description === undefined && 'not described'].filter(Boolean).join(', ')}
      description={description}
      reference={{ type: 'ref/prompt', name: prompt }}
    />
  ));

function ArgumentField({
  address,
  completes,
  values,
  onValues,
  name,
  about,
  description,
  reference,
}: Common & {
  name: string;
  about: string;
  description?: string | undefined;
  reference: Parameters<typeof useKnownValues>[1]['reference'];
}) {
  const value = values[name] ?? '';
  const { knownValues, source } = useKnownValues(address, { completes, reference, name, value, settled: values });
  return (
    <KnownValueField
      label={<Foreign text={name} />}
      aside={about}
      hint={
        <>
          {description !== undefined && (
            <>
              <Foreign text={description} />{' '}
            </>
          )}
          {source !== undefined && <Foreign text={source} />}
        </>
      }
      value={value}
      onValue={(next) => onValues({ ...values, [name]: next })}
      knownValues={knownValues}
    />
  );
}
