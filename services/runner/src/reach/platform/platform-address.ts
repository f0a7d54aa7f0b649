/** The address at which a platform accepts runners. */
export interface PlatformAddress {
  /** host:port */
  address: string;
  tls: boolean;
}

/**
 * Parses `https://host[:port]`, `grpcs://…`, `http://…`, `grpc://…` or `host:port`; the last three are plain text.
 * Undefined for other texts.
 */
export function platformAddress(text: string): PlatformAddress | undefined {
  const [, scheme = '', rest = ''] = /^(?:([a-z]+):\/\/)?([^/?#@\s]+)\/?$/.exec(text) ?? [];
  const tls = scheme === 'https' || scheme === 'grpcs';
  if (!tls && !['http', 'grpc', ''].includes(scheme)) return undefined;
  // With a scheme that has no default port, URL keeps every port that is written.
  const { hostname, port } = URL.parse(`tcp://${rest}`) ?? { hostname: '', port: '' };
  if (hostname === '' || (port === '' && scheme === '')) return undefined;
  return { address: `${hostname}:${port || (tls ? 443 : 80)}`, tls };
}
