import type { SecretReference } from '@assay/contract/areas/secrets/reference';
import type { Fault } from '@assay/contract/fault';
import { HEADER_TEXT } from '@assay/contract/header-text';
import type { ServerCredentials } from './server-config.ts';
import type { ServerConfig } from './server-input.ts';

const FIELDS = ['headers', 'env'] as const;
type Field = (typeof FIELDS)[number];
/** Headers or variables as they are written. */
export type WrittenValues = Record<string, string | SecretReference>;

/** The headers and variables of a server that are references to secrets, by name. */
export type ServerReferences = { [F in Field]?: Record<string, SecretReference> };
/** Values of secrets, by their ids. */
export type SecretValues = Record<string, string>;
/** Credentials as they are used: the values of secrets are filled in, and stand in `secrets` as well. */
export type FilledCredentials = Omit<ServerCredentials, Field> & { [F in Field]?: Record<string, string> } & {
  secrets?: SecretValues;
};

type Settings = { [F in Field]?: WrittenValues | null | undefined };

/** The references of a configuration, or of a change of one. */
export function referencesOf(settings: Settings): ServerReferences {
  const fields = FIELDS.map((field) => [field, Object.entries(settings[field] ?? {}).filter(isReference)] as const);
  return Object.fromEntries(
    fields.flatMap(([field, entries]) => (entries.length > 0 ? [[field, Object.fromEntries(entries)]] : [])),
  );
}

const isReference = (entry: [string, string | SecretReference]): entry is [string, SecretReference] =>
  typeof entry[1] !== 'string';

/** The secrets that a configuration, or a change of one, refers to, each once. */
export const secretIdsOf = (settings: Settings): string[] => [
  ...new Set(
    FIELDS.flatMap((field) => Object.values(referencesOf(settings)[field] ?? {})).map(({ secretId }) => secretId),
  ),
];

/**
 * The secrets that a save gives to a server, because it did not use them before, or leads to another origin or command
 * since. Who may do that could read them: the server is sent their values.
 */
export function givenSecretIds(next: ServerConfig, current?: ServerConfig): string[] {
  const known = current && placeOf(current) === placeOf(next) ? secretIdsOf(current) : [];
  return secretIdsOf(next).filter((id) => !known.includes(id));
}

const placeOf = ({ url, command, args = [] }: ServerConfig): string =>
  JSON.stringify(url === undefined ? [command, args] : URL.parse(url)?.origin);

/** The first reference that cannot be filled in, or undefined. `values` holds the values of the project's secrets. */
export function referenceFault(config: Settings, values: SecretValues): Fault | undefined {
  for (const field of FIELDS)
    for (const [name, { secretId, prefix = '' }] of Object.entries(referencesOf(config)[field] ?? {})) {
      const path = `/${field}/${name}`;
      const value = values[secretId];
      if (value === undefined) return { path: `${path}/secretId`, message: 'names no secret of this project' };
      if (field === 'headers' && !isHeaderText(prefix + value))
        return {
          path,
          message: 'refers to a secret whose value has line breaks or characters that no header may hold',
        };
    }
  return undefined;
}

const headerText = new RegExp(HEADER_TEXT);
const isHeaderText = (text: string): boolean => headerText.test(text);

/** Fills in the values of secrets. Every reference must have one. */
export function filledCredentials(
  { headers, env, ...others }: ServerCredentials,
  values: SecretValues,
): FilledCredentials {
  const ids = secretIdsOf({ headers, env });
  return {
    ...others,
    ...(headers && { headers: filled(headers, values) }),
    ...(env && { env: filled(env, values) }),
    ...(ids.length > 0 && { secrets: Object.fromEntries(ids.map((id) => [id, values[id]!])) }),
  };
}

const filled = (written: WrittenValues, values: SecretValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (value.prefix ?? '') + values[value.secretId]!,
    ]),
  );

/** The credentials as they were written: the references in place of the values. */
export const writtenCredentials = (
  { secrets: _values, headers, env, ...others }: FilledCredentials,
  references: ServerReferences,
): ServerCredentials => ({
  ...others,
  ...(headers && { headers: { ...headers, ...references.headers } }),
  ...(env && { env: { ...env, ...references.env } }),
});
