import { isObject } from '@assay/contract/json';
import { unavailable } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import type { Deps } from '../../deps.ts';
import { isFault, oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { MAX_WAITING } from '../../domain/grants/grant.ts';
import { metadataOf } from '../../domain/grants/registration.ts';
import { insertApplication } from '../../store/grants/applications.ts';
import { limitRegistrations } from './grant-brakes.ts';

/** Registers an application (RFC 7591). @throws RATE_LIMITED, and UNAVAILABLE when too many have no grant yet. */
export async function register(deps: Deps, body: Uint8Array, clientAddress: string): Promise<object | OAuthFault> {
  const document = parsed(body);
  if (!isObject(document)) return oauthFault('invalid_client_metadata', 'The body must be a JSON object.');
  const metadata = metadataOf(document);
  if (isFault(metadata)) return metadata;
  await limitRegistrations(deps, clientAddress);
  const id = newId('app');
  const isStored = await insertApplication(
    deps.pool,
    { id, known: 'registered', ...metadata },
    MAX_WAITING.applications,
  );
  if (!isStored) throw unavailable('Too many applications are registered and not used; try again in some hours.');
  return {
    client_id: id,
    client_id_issued_at: Math.floor((deps.now?.().getTime() ?? Date.now()) / 1_000),
    client_name: metadata.name,
    redirect_uris: metadata.redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
