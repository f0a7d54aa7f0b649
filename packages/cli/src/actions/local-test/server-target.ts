import type { ProjectServerCreateRequest } from '@assay/sdk';
import type { ConfiguredServer } from '../server/mcp-config.ts';

/** A server under test, as the platform saves it. */
export type ServerTarget = Omit<ConfiguredServer, 'name' | 'variables'>;

type Shell = Readonly<Record<string, string | undefined>>;

/** Whether the value of a variable is a secret, by its name. */
const isSecretName = (name: string): boolean =>
  /authorization|token|secret|passw|credential|cookie|api[-_]?key|(^|[-_])key$/i.test(name);

/** The request that saves a server; a command is saved with the secrets of the shell. */
export const serverRequest = (name: string, target: ServerTarget, shell: Shell): ProjectServerCreateRequest => ({
  name,
  enabled: true,
  ...target,
  ...(target.transportType === 'stdio' && { env: { ...splitShell(shell).secrets, ...target.env } }),
});

/** The most saved variables, so that the file of a server can add as many; and the longest value, by the API. */
const [MOST, LONGEST] = [50, 32_768];

/**
 * The environment that a command inherits, in two parts: secrets are saved with its server, because the platform masks saved
 * values in everything that it shows; the rest is passed on as it is.
 */
export function splitShell(shell: Shell): Record<'secrets' | 'others', Record<string, string>> {
  const all = Object.entries(shell).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const secrets = Object.fromEntries(
    all
      .filter(([name, value]) => isSecretName(name) && /^[A-Za-z_]\w*$/.test(name) && value.length <= LONGEST)
      .slice(0, MOST),
  );
  return { secrets, others: Object.fromEntries(all.filter(([name]) => !Object.hasOwn(secrets, name))) };
}
