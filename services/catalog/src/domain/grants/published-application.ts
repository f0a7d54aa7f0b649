import { isObject } from '@assay/contract/json';
import type { Application } from './application.ts';
import { isFault, oauthFault, type OAuthFault } from './audiences.ts';
import { metadataOf } from './registration.ts';

const MAX_CHARS = 500;

/**
 * The address of an application's metadata, when its id is one: https with a path, without fragment, credentials or dot
 * segments (OAuth Client ID Metadata Document, section 3).
 */
export function metadataAddress(applicationId: string): URL | undefined {
  const url = applicationId.length <= MAX_CHARS ? URL.parse(applicationId) : null;
  const isOne =
    url?.protocol === 'https:' &&
    // The parser has resolved dot segments, and lost an empty fragment.
    url.href === applicationId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  return isOne ? url : undefined;
}

/** The application that a metadata document at `id` describes. It names its own address and no secret. */
export function publishedApplication(id: string, document: unknown): Application | OAuthFault {
  if (!isObject(document) || document['client_id'] !== id)
    return oauthFault('invalid_client', 'The metadata document must name its own address as client_id.');
  const method = document['token_endpoint_auth_method'];
  if (document['client_secret'] !== undefined || (method !== undefined && method !== 'none'))
    return oauthFault(
      'invalid_client',
      'The metadata document must have token_endpoint_auth_method none, and no secret.',
    );
  const metadata = metadataOf(document);
  return isFault(metadata)
    ? oauthFault('invalid_client', metadata.description)
    : { id, known: 'published', ...metadata };
}
