import type { IncomingMessage } from 'node:http';
import { allOperations } from '@assay/contract/operations';
import { basePathOf } from '@assay/kit/settings/process-settings';

const firstPart = (path: string): string | undefined => path.split('/')[1];

/** The first parts of the gateway's own paths. */
const OWN_PARTS = new Set(
  Object.values(allOperations)
    .filter(({ beside = false }) => beside)
    .map(({ path }) => firstPart(path))
    .concat('api', 'assets', 'by-id', 'dev', 'docs', 'mcp', 'o', 'p', 'settings', 'study-page', 'tunnels'),
);

/**
 * Makes the listener that takes the path of PUBLIC_URL from the beginning of a request's path, where a proxy in front
 * has not done so. A path that begins with a part of the gateway's own stays: there the proxy has to take it away,
 * because `/api/v1` would be ambiguous below `/api`.
 */
export function withoutBasePath(publicUrl: string): (request: IncomingMessage) => void {
  const base = basePathOf(publicUrl);
  if (base === '' || OWN_PARTS.has(firstPart(base))) return () => undefined;
  return (request) => {
    const rest = request.url!.slice(base.length);
    if (request.url!.startsWith(base) && /^(?:[/?]|$)/.test(rest))
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
  };
}
