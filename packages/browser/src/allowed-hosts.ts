import { isIP } from 'node:net';
import { HostList, withoutTrailingDot } from '@assay/egress/host-list';

/** An item of a list of hosts with a port: `example.org:8080`, `[::1]:8080`. */
const WITH_PORT = /^(?<host>\[[^\]]+\]|[^:]+):(?<port>\d{1,5})$/;

interface AllowedHost {
  hosts: HostList;
  port: string | undefined;
}

/**
 * Whether a URL's host is among the hosts of a policy: names, `*.suffix`, and IP addresses, with or without a port. An
 * invalid item allows nothing.
 */
export function hostFilter(allowed: readonly string[] | undefined): (url: URL) => boolean {
  if (!allowed) return () => true;
  const items = allowed.map(allowedHost);
  return ({ hostname, port, protocol }) => {
    const name = withoutTrailingDot(hostname).replace(/^\[|\]$/g, '');
    const portOf = port || (protocol === 'https:' ? '443' : '80');
    return items.some(
      (item) =>
        (item.port === undefined || item.port === portOf) &&
        (isIP(name) ? item.hosts.hasAddress(name) : item.hosts.hasName(name)),
    );
  };
}

function allowedHost(item: string): AllowedHost {
  const { host = item, port } = WITH_PORT.exec(item)?.groups ?? {};
  return { hosts: HostList.parse(host.replace(/^\[|\]$/g, '')) ?? HostList.empty, port };
}
