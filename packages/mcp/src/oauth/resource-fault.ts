import { checkResourceAllowed, resourceUrlFromServerUrl } from '@modelcontextprotocol/client';
import type { DiscoveryFault } from './discovery-fault.ts';
import { shownAddress } from './shown-address.ts';

/** At most this much of an address is shown, in characters. */
const MAX_SHOWN = 200;

/** Whether a client of the official TypeScript SDK, as we are, takes the resource of the metadata for the server's. */
export const isResourceOf = (url: string, resource: string): boolean =>
  checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(url), configuredResource: resource });

/**
 * The fault of metadata whose resource is not the address of the server (RFC 9728, section 3.3), with both and the
 * clients that connect nevertheless; undefined where they are the same.
 */
export function resourceFault(url: string, resource: string): Omit<DiscoveryFault, 'url'> | undefined {
  const [address, named] = [resourceUrlFromServerUrl(url), new URL(resource)];
  if (address.href === named.href) return undefined;
  const differs = { given: shownAddress(url), found: shownAddress(resource) };
  const both = `The metadata name the resource "${shown(named)}", and the address of the server is "${shown(address)}".`;
  if (isResourceOf(url, resource))
    return {
      code: 'resource-differs',
      differs,
      message: `${both} Clients that take a resource above the address connect nevertheless (the official TypeScript and Python SDKs, and this client); clients that want both to be the same do not (VS Code, Gemini CLI).`,
    };
  const isSlash = withoutSlash(address) === withoutSlash(named);
  return {
    code: 'resource-mismatch',
    differs,
    message: isSlash
      ? `${both} Clients that ignore the slash at the end connect nevertheless (newer versions of the official Python SDK); the others do not (the official TypeScript SDK, VS Code, this client).`
      : `${both} That is another resource, so no client that checks it connects, this client included.`,
  };
}

/** An address without the parts that may be secret. */
function shown({ origin, pathname, search }: URL): string {
  const text = `${origin}${pathname}${search && '?…'}`;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
}

const withoutSlash = ({ origin, pathname, search }: URL): string => `${origin}${pathname.replace(/\/$/, '')}${search}`;
