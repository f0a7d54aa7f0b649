import type { AgentGrant } from '@assay/contract/areas/agent/agent-grant';
import type { Principal } from '@assay/mesh/gen/assay/v1/catalog';
import type { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { CredentialResult } from './credential-lookup.ts';

/**
 * The look-up result of a request's key or session. An orphaned key has one too: it counts against its limit before it
 * is refused.
 */
export type RequestCredential =
  | ({
      by: 'key' | 'session';
      /** The agent turn that acts for the holder, in its project alone. */
      agent?: AgentGrant;
    } & CredentialResult<RequestPrincipal>)
  /** Of the operator, who is known by the key alone: no service is asked. */
  | { by: 'operator'; hash: string; who: { holder: RequestPrincipal['holder'] }; refusal?: never; agent?: never }
  /** Of a visitor, whom the owning service looks up. */
  | { by: 'visitor'; hash: string; who?: never; refusal?: never; agent?: never };

/** A principal, and the caller that it becomes in requests to the services. */
export interface RequestPrincipal extends Principal {
  holder: Omit<Caller, 'requestId'>;
}

/** The upload that the token of a URL is for, or the reason of its refusal. */
export type OpenedUpload = { id: string; refusal?: never } | { id?: never; refusal: Problem };
