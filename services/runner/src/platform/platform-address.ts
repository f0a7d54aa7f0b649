/** Where a platform lets runners in. */
export interface PlatformAddress {
  /** host:port */
  address: string;
  tls: boolean;
}

/** The address in `https://host[:port]`, `grpcs://…`, `http://…`, `grpc://…` or `host:port`; the last three speak plain text. Undefined when it is none of them. */
export function platformAddress(text: string): PlatformAddress | undefined {
  const [, scheme = '', rest = ''] = /^(?:([a-z]+):\/\/)?([^/?#@\s]+)\/?$/.exec(text) ?? [];
  const tls = scheme === 'https' || scheme === 'grpcs';
  if (!tls && !['http', 'grpc', ''].includes(scheme)) return undefined;
  // A scheme that URL knows no port of shows every port that is written.
  const { hostname, port } = URL.parse(`tcp://${rest}`) ?? { hostname: '', port: '' };
  if (hostname === '' || (port === '' && scheme === '')) return undefined;
  return { address: `${hostname}:${port || (tls ? 443 : 80)}`, tls };
}
