import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { HostList } from './host-list.ts';

export type UrlScheme = 'http' | 'https';

/** The operator's settings for outgoing connections. */
export interface EgressSettings {
  /** Private addresses and addresses of this machine are allowed. */
  allowPrivate: boolean;
  /** Hosts that are allowed although they are private or reserved; link-local and metadata addresses stay forbidden. */
  allow: HostList;
  /** Hosts that are forbidden, even when another setting allows them. */
  deny: HostList;
  schemes: readonly UrlScheme[];
  /** A redirect may lead to another origin. */
  mayLeaveOrigin: boolean;
  /** The largest HTTP response, or event of a stream, in bytes; a larger one is an attack or an accident. */
  maxResponseBytes: number;
  maxHeaderBytes: number;
  proxy: ProxySettings | undefined;
  /** Certificates in PEM that are trusted in addition to the system's. */
  ca: string | undefined;
}

/** An HTTP proxy for all destinations that are neither private nor listed in `except`. */
export interface ProxySettings {
  /** The proxy's URL without credentials. */
  url: URL;
  /** The value of `Proxy-Authorization`. */
  authorization: string | undefined;
  except: HostList;
}

const SCHEMES: readonly UrlScheme[] = ['http', 'https'];

/** Settings for one machine, where the servers under test usually run beside the product. */
export const ONE_MACHINE_EGRESS: EgressSettings = {
  allowPrivate: true,
  allow: HostList.empty,
  deny: HostList.empty,
  schemes: SCHEMES,
  mayLeaveOrigin: true,
  // A little less than the largest message of the mesh.
  maxResponseBytes: 60 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  proxy: undefined,
  ca: undefined,
};

/** Reads settings like the services' readers do; `parsed` is undefined when a setting is absent. */
interface Reader {
  flag(name: string, fallback?: boolean): boolean;
  optional(name: string): string | undefined;
  parsed<T>(name: string, parse: (raw: string) => T | undefined): T | undefined;
}

/**
 * The settings of `EGRESS_…`. Private addresses are allowed by default only to a process that no other machine
 * reaches; `isPrivateByDefault` says so for a process without a listener.
 */
export function egressSettings(
  { flag, optional, parsed }: Reader,
  isPrivateByDefault = listensOnLoopback(optional),
): EgressSettings {
  const [proxy, except] = [
    parsed('EGRESS_PROXY', proxyAt),
    parsed('EGRESS_NO_PROXY', HostList.parse) ?? HostList.empty,
  ];
  return {
    allowPrivate: flag('EGRESS_ALLOW_PRIVATE', isPrivateByDefault),
    allow: parsed('EGRESS_ALLOW', HostList.parse) ?? ONE_MACHINE_EGRESS.allow,
    deny: parsed('EGRESS_DENY', HostList.parse) ?? ONE_MACHINE_EGRESS.deny,
    schemes: parsed('EGRESS_SCHEMES', schemesIn) ?? ONE_MACHINE_EGRESS.schemes,
    mayLeaveOrigin: ONE_MACHINE_EGRESS.mayLeaveOrigin,
    maxResponseBytes: parsed('EGRESS_MAX_RESPONSE_BYTES', bytesIn) ?? ONE_MACHINE_EGRESS.maxResponseBytes,
    maxHeaderBytes: parsed('EGRESS_MAX_HEADER_BYTES', bytesIn) ?? ONE_MACHINE_EGRESS.maxHeaderBytes,
    proxy: proxy && { ...proxy, except },
    ca: parsed('EGRESS_CA', certificatesIn),
  };
}

/** Whether the installation answers only this machine: `HOST` is the gateway's listener, `LISTEN_ADDRESS` a service's. */
function listensOnLoopback(optional: Reader['optional']): boolean {
  const host = optional('HOST') ?? URL.parse(`tcp://${optional('LISTEN_ADDRESS')}`)?.hostname ?? '';
  return ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Settings for addresses that the operator set up: they may be private regardless of `allowPrivate`. Redirects stay
 * within the origin, because the operator did not choose their destinations.
 */
export const operatorEgressSettings = (settings: EgressSettings): EgressSettings => ({
  ...settings,
  allowPrivate: true,
  schemes: SCHEMES,
  mayLeaveOrigin: false,
});

function schemesIn(raw: string): UrlScheme[] | undefined {
  const named = raw.split(',').map((item) => item.trim());
  const known = SCHEMES.filter((scheme) => named.includes(scheme));
  return known.length === named.length ? known : undefined;
}

const bytesIn = (raw: string): number | undefined => (/^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : undefined);

function proxyAt(raw: string): Omit<ProxySettings, 'except'> | undefined {
  const url = URL.parse(raw);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const { username, password } = url;
  [url.username, url.password] = ['', ''];
  if (!username && !password) return { url, authorization: undefined };
  try {
    return {
      url,
      authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    };
  } catch {
    // A percent sign without a valid code.
    return undefined;
  }
}

function certificatesIn(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).raw.length > 0 ? pem : undefined;
  } catch {
    return undefined;
  }
}
