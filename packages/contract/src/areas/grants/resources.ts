import type { Audience } from './documents.ts';

/** The paths of the APIs that tokens are for, below the address of the installation. */
export const audiencePaths: Readonly<Record<Audience, string>> = { mcp: '/mcp', api: '/api/v1' };

/** The beginning of an application's access token. */
export const ACCESS_TOKEN_PREFIX = 'oat_';

/** The issuer of the authorization server (RFC 8414): the address of the installation, without a slash at its end. */
export const issuerOf = (publicUrl: string): string => publicUrl.replace(/\/$/, '');
