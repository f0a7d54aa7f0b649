import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { invalid, reasons, type Problem } from '@assay/contract/problem';
import { addressClassOf, isMetadataName, type AddressClass } from './address-class.ts';
import { withoutTrailingDot } from './host-list.ts';
import { refusalMessage, type RefusalReason } from './refusal.ts';
import type { EgressSettings } from './settings.ts';

/** The reason why a URL may not be requested. */
export interface UrlFault {
  message: string;
  addressClass?: RefusalReason;
}

/** Classes that are always refused, even when the operator lists them: no server can be there. */
const NEVER = new Set<AddressClass>(['link-local', 'metadata', 'multicast']);

/** The operator's rules about the destinations of connections. */
export class EgressPolicy {
  readonly #settings: EgressSettings;
  /** Each request to a server asks for the same host and address. */
  readonly #grounds = new LRUCache<string, { ground: RefusalReason | undefined }>({ max: 1_000 });

  constructor(settings: EgressSettings) {
    this.#settings = settings;
  }

  /** Whether a redirect may lead to another origin. */
  get mayLeaveOrigin(): boolean {
    return this.#settings.mayLeaveOrigin;
  }

  /** The fault of a URL that does not depend on how its name resolves. */
  faultOf({ protocol, username, password, hostname }: URL): UrlFault | undefined {
    const { schemes } = this.#settings;
    if (!schemes.some((scheme) => protocol === `${scheme}:`))
      return { message: `The address must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}.` };
    if (username || password) return { message: 'Put credentials into a header, not into the address.' };
    const ground = this.#groundOf(hostname);
    return ground && { message: refusalMessage(hostname, ground), addressClass: ground };
  }

  /** The reason why a connection for `hostname` may not use an IP address; undefined when it may. */
  groundAgainst(hostname: string, address: string): RefusalReason | undefined {
    const key = `${hostname} ${address}`;
    const known = this.#grounds.get(key);
    if (known) return known.ground;
    const ground = this.#findGround(hostname, address);
    this.#grounds.set(key, { ground });
    return ground;
  }

  #findGround(hostname: string, address: string): RefusalReason | undefined {
    const { allow, allowPrivate, deny } = this.#settings;
    const name = withoutTrailingDot(hostname);
    if (deny.hasName(name) || deny.hasAddress(address)) return 'denied';
    const found = addressClassOf(address);
    if (found === 'public') return undefined;
    if (NEVER.has(found)) return found;
    if (allowPrivate && found !== 'reserved') return undefined;
    return allow.hasName(name) || allow.hasAddress(address) ? undefined : found;
  }

  #groundOf(hostname: string): RefusalReason | undefined {
    const bare = withoutTrailingDot(hostname).replace(/^\[|\]$/g, '');
    if (isIP(bare)) return this.groundAgainst(bare, bare);
    if (isMetadataName(bare)) return 'metadata';
    return this.#settings.deny.hasName(bare) ? 'denied' : undefined;
  }
}

/** The Problem for a caller who named a forbidden URL. */
export const urlFaultProblem = ({ message, addressClass }: UrlFault): Problem =>
  invalid(message, addressClass && { reason: reasons.EGRESS_REFUSED, addressClass });
