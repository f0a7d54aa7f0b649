import proxyAddr from 'proxy-addr';
import { DirectoryService, type RunnerPrincipal } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { bearerOf } from '@assay/kit/security/bearer';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import { newId } from '@assay/kit/id';
import type { Admit, Incoming } from '@assay/kit/rpc/handler';
import type { Config } from '../config.ts';
import { type KnownCredential, LOOK_MS, credentialLookup } from '../access/known-credential.ts';
import { guesses } from '../limits/own-buckets.ts';
import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '../http/client-address.ts';
import type { TrustedProxies } from '../http/trusted-proxies.ts';

/** What is known of a runner beside the organization and the project that its calls are signed for. It never travels on. */
interface Guest {
  labels: string[];
  token: string;
  tokenId: string;
}

const TOKEN = /^rt_[\w-]{43}$/;

/** The runners outside of the installation, as their tokens introduce them. */
export class Guests {
  readonly #guests = new WeakMap<Caller, Guest>();
  readonly #find: (token: string, network: () => string) => Promise<KnownCredential<RunnerPrincipal>>;
  readonly #trustedProxies: Config['trustedProxies'];

  constructor(catalog: Channel, { limit, trustedProxies }: Pick<Config, 'limit' | 'trustedProxies'>) {
    this.#find = credentialLookup(
      (tokenHash) => catalog.call(DirectoryService.authenticateRunner, { tokenHash }, { timeoutMs: LOOK_MS }),
      {
        // Nobody says when a token is revoked: half a second after a look-up began it may have been.
        era: () => undefined,
        ttlMs: () => Infinity,
        guesses: limit && guesses(),
      },
    );
    this.#trustedProxies = trustedProxies;
  }

  /** Makes a caller of the token in the call's metadata; UNAUTHORIZED when there is none that is good. */
  readonly admit: Admit = async (call) => {
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
    };
    this.#guests.set(caller, { labels, token, tokenId });
    return caller;
  };

  /** Who stands behind a caller that was admitted here. */
  of(caller: Caller): Guest {
    return this.#guests.get(caller)!;
  }
}

/** What stands for the sender of a gRPC call wherever calls are counted: as of requests, whom the trusted proxies on its way name. */
export function networkOfCall(
  { metadata, peer }: Pick<Incoming, 'metadata' | 'peer'>,
  trusted: TrustedProxies,
): string {
  const socket = { remoteAddress: peer.slice(0, peer.lastIndexOf(':')) };
  const sent = {
    headers: { 'x-forwarded-for': metadata.get('x-forwarded-for').join(', ') },
    socket,
  } as unknown as IncomingMessage;
  return clientNetwork({ ip: proxyAddr(sent, trusted), socket: sent.socket });
}
