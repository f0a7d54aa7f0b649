import { isIP } from 'node:net';
import { invalid, reasons, type Problem } from '@assay/contract/problem';
import { addressClassOf, isMetadataName, type AddressClass } from './address-class.ts';
import { withoutTrailingDot } from './host-list.ts';
import { refusalMessage, type RefusalReason } from './refusal.ts';
import type { EgressSettings } from './settings.ts';

/** Why a URL may not be gone to. */
export interface UrlFault {
  message: string;
  addressClass?: RefusalReason;
}

/** Never gone to, whatever the operator lists: there is no server there that anybody could mean. */
const NEVER = new Set<AddressClass>(['link-local', 'metadata', 'multicast']);

/** The operator's rules about where connections may lead. */
export class EgressPolicy {
  readonly #settings: EgressSettings;

  constructor(settings: EgressSettings) {
    this.#settings = settings;
  }

  /** Whether a redirect may lead to another origin. */
  get mayLeaveOrigin(): boolean {
    return this.#settings.mayLeaveOrigin;
  }

  /** What is wrong with a URL, whatever its name resolves to. */
  faultOf({ protocol, username, password, hostname }: URL): UrlFault | undefined {
    const { schemes } = this.#settings;
    if (!schemes.some((scheme) => protocol === `${scheme}:`))
      return { message: `The address must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}.` };
    if (username || password) return { message: 'Put credentials into a header, not into the address.' };
    const ground = this.#groundOf(hostname);
    return ground && { message: refusalMessage(hostname, ground), addressClass: ground };
  }

  /** Why a connection for `hostname` may not go to an IP address; undefined when it may. */
  groundAgainst(hostname: string, address: string): RefusalReason | undefined {
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

/** What a caller sees who named such a URL himself. */
export const urlFaultProblem = ({ message, addressClass }: UrlFault): Problem =>
  invalid(message, addressClass && { reason: reasons.EGRESS_REFUSED, addressClass });
