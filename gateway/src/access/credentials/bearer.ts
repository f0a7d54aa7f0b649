import { Problem } from '@assay/contract/problem';
import type { ApiRequest } from '../../http/handler.ts';

const BEARER = /^bearer +((?:sk|oat|op)_[\w-]{1,247})$/i;

/** The key or access token of the request; undefined without an Authorization header. */
export function bearerOf({ headers: { authorization }, headersDistinct }: ApiRequest): string | undefined {
  if (authorization === undefined) return undefined;
  // Node shows only the first of several, and a proxy before us may have checked another.
  if (headersDistinct.authorization?.length !== 1) throw new Problem('UNAUTHORIZED', 'Send one Authorization header.');
  const bearer = BEARER.exec(authorization)?.[1];
  if (bearer === undefined) throw noCredentialProblem();
  return bearer;
}

export const noCredentialProblem = (): Problem =>
  new Problem('UNAUTHORIZED', 'Send an API key or an access token: `Authorization: Bearer …`.');
