import proxyAddr from 'proxy-addr';
import { DirectoryService, type RunnerPrincipal } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { bearerOf } from '@assay/kit/security/bearer';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import type { AdmitCall, IncomingCall } from '@assay/kit/rpc/handler';
import type { Config } from '../config.ts';
import { type CredentialResult, LOOK_MS, credentialLookup } from '../access/credential-lookup.ts';
import { guessBuckets } from '../limits/local-buckets.ts';
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '../addresses/client-address.ts';
import type { TrustedProxies } from '../addresses/trusted-proxies.ts';

/** A runner's data beside the organization and project of its calls. It stays in this process. */
interface AdmittedRunner {
  labels: string[];
  token: string;
}

const TOKEN = /^rt_[\w-]{43}$/;

/** The runners outside of the installation, authenticated by their tokens. */
export class RunnerCallers {
  readonly #admitted = new WeakMap<Caller, AdmittedRunner>();
  readonly #find: (token: string, network: () => string) => Promise<CredentialResult<RunnerPrincipal>>;
  readonly #trustedProxies: Config['trustedProxies'];

  constructor(catalog: Channel, { limit, trustedProxies }: Pick<Config, 'limit' | 'trustedProxies'>) {
    this.#find = credentialLookup(
      (tokenHash) => catalog.call(DirectoryService.authenticateRunner, { tokenHash }, { timeoutMs: LOOK_MS }),
      {
        // The revocation of a runner token is not announced, so an answer is trusted only for half a second from its
        // look-up.
        accessVersion: () => undefined,
        ttlMs: () => Infinity,
        guesses: limit && guessBuckets(),
      },
    );
    this.#trustedProxies = trustedProxies;
  }

  /** Makes the caller of the token in the call's metadata; UNAUTHORIZED without a valid token. */
  readonly admit: AdmitCall = async (call) => {
    const token = bearerOf(call.metadata);
    if (token === undefined || !TOKEN.test(token))
      throw new Problem('UNAUTHORIZED', 'Send a runner token: `authorization: Bearer rt_…`.');
    const { who, refusal } = await this.#find(token, () => networkOfCall(call, this.#trustedProxies));
    if (refusal) throw refusal;
    const { organizationId, projectId, labels, tokenId } = who;
    const caller: Caller = {
      requestId: newId('req'),
      service: 'runner',
      organizationId,
      ...(projectId && { projectId }),
      tokenId,
    };
    this.#admitted.set(caller, { labels, token });
    return caller;
  };

  /** The runner behind a caller that was admitted here. */
  of(caller: Caller): AdmittedRunner & { tokenId: string } {
    return { ...this.#admitted.get(caller)!, tokenId: caller.tokenId! };
  }
}

/** The network under which a gRPC call's sender is counted, by the same trusted proxies as for requests. */
export function networkOfCall(
  { metadata, peer }: Pick<IncomingCall, 'metadata' | 'peer'>,
  trusted: TrustedProxies,
): string {
  const socket = { remoteAddress: peer.slice(0, peer.lastIndexOf(':')) };
  const sent = {
    headers: { 'x-forwarded-for': metadata.get('x-forwarded-for').join(', ') },
    socket,
  } as unknown as IncomingMessage;
  return clientNetwork({ ip: proxyAddr(sent, trusted), socket: sent.socket });
}
