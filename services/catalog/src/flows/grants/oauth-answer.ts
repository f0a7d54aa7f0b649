import { RawReply } from '@assay/kit/rpc/handle';
import type { OAuthFault } from '../../domain/grants/audiences.ts';
import { isFault } from '../../domain/grants/audiences.ts';

const CLIENT_STATUS = 401;
const FAULT_STATUS = 400;

/** The answer of an endpoint of OAuth: a document, or an error in the form of RFC 6749, section 5.2. */
export function oauthAnswer(answer: object): RawReply {
  if (!isFault(answer)) return new RawReply(JSON.stringify(answer), 'application/json');
  const { error, description }: OAuthFault = answer;
  return new RawReply(
    JSON.stringify({ error, error_description: description }),
    'application/json',
    {},
    error === 'invalid_client' ? CLIENT_STATUS : FAULT_STATUS,
  );
}
