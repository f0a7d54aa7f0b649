import { X509Certificate } from 'node:crypto';
import { HostList } from './host-list.ts';

export type UrlScheme = 'http' | 'https';

/** What the operator lets leave the house, and how. */
export interface EgressSettings {
  /** Addresses of private networks and of this machine may be reached. */
  allowPrivate: boolean;
  /** Hosts that may be reached although they are private or reserved; never one that is link-local or holds a cloud's metadata. */
  allow: HostList;
  /** Hosts that may not be reached, also when another setting allows them. */
  deny: HostList;
  schemes: readonly UrlScheme[];
  /** Redirects may lead to another origin. */
  mayLeaveOrigin: boolean;
  /** More than this in one HTTP response, or in one event of a stream, is an attack or an accident. */
  maxResponseBytes: number;
  maxHeaderBytes: number;
  proxy: ProxySettings | undefined;
  /** Certificates in PEM that are trusted beside the usual ones. */
  ca: string | undefined;
}

/** An HTTP proxy for whatever is neither private nor listed in `except`. */
export interface ProxySettings {
  /** Without credentials. */
  url: URL;
  /** The value of `Proxy-Authorization`. */
  authorization: string | undefined;
  except: HostList;
}

const SCHEMES: readonly UrlScheme[] = ['http', 'https'];

/** For one machine, where the servers under test usually stand beside the product. */
export const ONE_MACHINE_EGRESS: EgressSettings = {
  allowPrivate: true,
  allow: HostList.empty,
  deny: HostList.empty,
  schemes: SCHEMES,
  mayLeaveOrigin: true,
  // A little less than a message of our mesh may carry.
  maxResponseBytes: 60 * 1024 * 1024,
  maxHeaderBytes: 16 * 1024,
  proxy: undefined,
  ca: undefined,
};

/** Reads one setting each, as the services' own settings are read; `parsed` is undefined where nothing is set. */
interface Reader {
  flag(name: string, fallback?: boolean): boolean;
  parsed<T>(name: string, parse: (raw: string) => T | undefined): T | undefined;
}

export function egressSettings({ flag, parsed }: Reader): EgressSettings {
  const [proxy, except] = [
    parsed('EGRESS_PROXY', proxyAt),
    parsed('EGRESS_NO_PROXY', HostList.parse) ?? HostList.empty,
  ];
  return {
    allowPrivate: flag('EGRESS_ALLOW_PRIVATE', ONE_MACHINE_EGRESS.allowPrivate),
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

/** For addresses that the operator set up himself: they may be private, whatever others may reach. Where they point to, he did not choose. */
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
    // A percent sign that begins no code.
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
