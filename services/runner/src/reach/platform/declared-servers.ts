import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { SecretReference } from '@assay/contract/areas/secrets/reference';
import { SavedServer, SecretsService } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { HEADER_TEXT } from '@assay/contract/header-text';
import { seal, unseal } from '@assay/kit/security/seal';
import type { Logger } from '@assay/kit/log';
import { platformOutage } from '@assay/work/runner/platform-outage';
import { untilAnswered } from '@assay/work/runner/until-answered';
import type { PlatformLink } from './platform-link.ts';

type Declaration = NonNullable<NonNullable<RunSpec['declaredServers']>[number]['declaration']>;
type Values = Record<string, string | SecretReference>;
/** Values of secrets, by their ids. */
type SecretValues = Record<string, string>;
interface Declared {
  id: string;
  name: string;
  declaration: Declaration;
}

const UNSET = SavedServer.decode(new Uint8Array());
const headerText = new RegExp(HEADER_TEXT);

/**
 * The servers of a run that plugins declare, in the form of saved ones. Catalog does not know them, so their headers and
 * variables are sealed here, as those of saved servers are until a connection is made. Secrets that they refer to have
 * the values of this moment.
 * @throws Problem NOT_FOUND for a secret that is gone, VALIDATION_ERROR for a value that no header may hold.
 */
export async function declaredServers(
  { servers, declaredServers: declared = [] }: Pick<RunSpec, 'servers' | 'declaredServers'>,
  { catalog, key, projectId }: Pick<PlatformLink, 'catalog' | 'key'> & { projectId: string },
  signal: AbortSignal,
  log: Logger,
): Promise<SavedServer[]> {
  const found = servers.flatMap(({ id, name }): Declared[] => {
    const declaration = declared.find((each) => each.id === id)?.declaration;
    return declaration ? [{ id, name, declaration }] : [];
  });
  const secretsOf = async ({ id: serverId, declaration }: Declared): Promise<SecretValues> => {
    const referred = Object.values(valuesOf(declaration)).filter((value) => typeof value !== 'string');
    const secretIds = [...new Set(referred.map(({ secretId }) => secretId))];
    if (secretIds.length === 0) return {};
    const { sealedCredentials } = await untilAnswered(
      () => catalog.call(SecretsService.sealSecrets, { projectId, serverId, secretIds }),
      signal,
      platformOutage(log),
    );
    const opened = JSON.parse(unseal(sealedCredentials, key, `server:${serverId}`).toString()) as {
      secrets: SecretValues;
    };
    return opened.secrets;
  };
  return Promise.all(
    found.map(async (server) => {
      const { id, name, declaration } = server;
      const credentials = filledCredentials(server, await secretsOf(server));
      const sealedCredentials = seal(Buffer.from(JSON.stringify(credentials)), key, `server:${id}`);
      return { ...UNSET, ...placeOf(declaration), sealedCredentials, id, name, projectId, enabled: true };
    }),
  );
}

const placeOf = (declaration: Declaration): Partial<SavedServer> =>
  'url' in declaration
    ? { transport: 'http', url: declaration.url }
    : { transport: 'stdio', command: declaration.command, args: declaration.args };

const valuesOf = (declaration: Declaration): Values =>
  ('url' in declaration ? declaration.headers : declaration.env) ?? {};

/** The credentials of a saved server; `secrets` is masked in traces. */
function filledCredentials({ name, declaration }: Declared, secrets: SecretValues): object {
  const isHeader = 'url' in declaration;
  const filled = Object.entries(valuesOf(declaration)).map(([key, value]) => {
    if (typeof value === 'string') return [key, value];
    const secret = secrets[value.secretId];
    const place = `${isHeader ? 'header' : 'variable'} "${key}" of the server "${name}"`;
    if (secret === undefined)
      throw new Problem('NOT_FOUND', `The secret of the ${place} no longer exists.`, { secretId: value.secretId });
    if (isHeader && !headerText.test(secret))
      throw new Problem('VALIDATION_ERROR', `The secret of the ${place} has characters that no header may hold.`);
    return [key, (value.prefix ?? '') + secret];
  });
  return { [isHeader ? 'headers' : 'env']: Object.fromEntries(filled) as object, secrets };
}
