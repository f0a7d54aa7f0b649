import { type Application, shownName } from './application.ts';
import { oauthFault, type OAuthFault } from './audiences.ts';
import { isRedirectUri } from './redirect-uri.ts';

const MAX_URIS = 10;

/** The part of an application's metadata that we use. */
export type ApplicationMetadata = Pick<Application, 'name' | 'redirectUris'>;

/** Reads the metadata of an application (RFC 7591, section 2); a fault has the codes of its section 3.2.2. */
export function metadataOf(document: Readonly<Record<string, unknown>>): ApplicationMetadata | OAuthFault {
  const { client_name: words, redirect_uris: uris, grant_types: grants, response_types: responses } = document;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_URIS || !uris.every(isRedirectUri))
    return oauthFault(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${MAX_URIS} addresses: https, http on a loopback address, or a scheme of the application's own; without a fragment.`,
    );
  if (!isAbsentOr(grants, 'authorization_code'))
    return oauthFault('invalid_client_metadata', 'grant_types must include authorization_code.');
  if (!isAbsentOr(responses, 'code')) return oauthFault('invalid_client_metadata', 'response_types must include code.');
  if (words !== undefined && shownName(words) === undefined)
    return oauthFault('invalid_client_metadata', 'client_name must be a text that people can read.');
  return { name: shownName(words) ?? 'An application without a name', redirectUris: [...new Set(uris)] };
}

const isAbsentOr = (list: unknown, word: string): boolean =>
  list === undefined || (Array.isArray(list) && list.includes(word));
