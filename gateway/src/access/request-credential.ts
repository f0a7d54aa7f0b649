import type { Principal } from '@assay/contract/gen/assay/v1/catalog';
import type { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { KnownCredential } from './known-credential.ts';

/** What is known of the key or the session of a request. An orphaned key is a known one: it counts against its limit before it is refused. */
export type RequestCredential = { by: 'key' | 'session' } & KnownCredential<Somebody>;

/** A principal, and who that is to the services in whatever request. */
export interface Somebody extends Principal {
  holder: Omit<Caller, 'requestId'>;
}

/** What the URL of an upload stands for: the file that it is for, or why it is good for none. */
export type OpenedUpload = { id: string; refusal?: never } | { id?: never; refusal: Problem };
