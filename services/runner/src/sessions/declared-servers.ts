import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { seal } from '@assay/kit/security/seal';

type Declaration = NonNullable<NonNullable<RunSpec['declaredServers']>[number]['declaration']>;

const UNSET = SavedServer.decode(new Uint8Array());

/**
 * The servers of a run that plugins declare, in the form of saved ones. Catalog does not know them, so their headers and
 * variables are sealed here, as those of saved servers are until a connection is made.
 */
export const declaredServers = (
  { servers, declaredServers: declared = [] }: Pick<RunSpec, 'servers' | 'declaredServers'>,
  projectId: string,
  key: Buffer,
): SavedServer[] =>
  servers.flatMap(({ id, name }) => {
    const declaration = declared.find((each) => each.id === id)?.declaration;
    return declaration
      ? [{ ...UNSET, ...placeOf(declaration), ...sealedOf(id, declaration, key), id, name, projectId, enabled: true }]
      : [];
  });

const placeOf = (declaration: Declaration): Partial<SavedServer> =>
  'url' in declaration
    ? { transport: 'http', url: declaration.url }
    : { transport: 'stdio', command: declaration.command, args: declaration.args };

/** Sealed in the context of a saved server's credentials. */
function sealedOf(id: string, declaration: Declaration, key: Buffer): Partial<SavedServer> {
  const credentials = 'url' in declaration ? { headers: declaration.headers } : { env: declaration.env };
  return { sealedCredentials: seal(Buffer.from(JSON.stringify(credentials)), key, `server:${id}`) };
}
