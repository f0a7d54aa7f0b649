import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { parsedSetting, switchSetting, type Setting } from '@assay/kit/settings/setting';
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

/** Reads settings like the services' readers do. */
interface Reader {
  read<Value>(setting: Setting<Value>, computed?: Value): Value;
  optional<Value>(setting: Setting<Value>): Value | undefined;
  variable(name: string): string | undefined;
}

const HOSTS = 'must be host names, *.suffix, IP addresses or CIDRs, with commas between them';
const BYTES = 'must be a whole number of bytes, between 1 and 999999999';

export const EGRESS_ALLOW_PRIVATE = switchSetting({
  name: 'EGRESS_ALLOW_PRIVATE',
  defaultInWords:
    '`true` where `HOST` (or, in a service, `LISTEN_ADDRESS`) is loopback, and for a runner with a `RUNNER_TOKEN`; otherwise `false`',
  explanation: ['Allows connections to private networks and this machine: [egress](egress.md).'],
});

export const EGRESS_ALLOW = parsedSetting(
  {
    name: 'EGRESS_ALLOW',
    mayBeFile: true,
    fault: HOSTS,
    explanation: ['Host names, `*.suffix`, addresses or CIDRs that are allowed although they are private or reserved.'],
  },
  HostList.parse,
);

export const EGRESS_DENY = parsedSetting(
  {
    name: 'EGRESS_DENY',
    mayBeFile: true,
    fault: HOSTS,
    explanation: ['Hosts that are always refused, in the same form; wins over the other settings.'],
  },
  HostList.parse,
);

export const EGRESS_SCHEMES = parsedSetting<readonly UrlScheme[]>(
  {
    name: 'EGRESS_SCHEMES',
    mayBeFile: true,
    default: ONE_MACHINE_EGRESS.schemes,
    fault: 'must be http, https, or both with a comma between them',
    explanation: ['The schemes of addresses that may be connected to.'],
  },
  schemesIn,
);

export const EGRESS_MAX_RESPONSE_BYTES = parsedSetting(
  {
    name: 'EGRESS_MAX_RESPONSE_BYTES',
    mayBeFile: true,
    default: ONE_MACHINE_EGRESS.maxResponseBytes,
    fault: BYTES,
    explanation: [
      'The largest answer, on the wire and decompressed; of an event stream, the largest event.',
      'The mesh carries no more.',
    ],
  },
  bytesIn,
);

export const EGRESS_MAX_HEADER_BYTES = parsedSetting(
  {
    name: 'EGRESS_MAX_HEADER_BYTES',
    mayBeFile: true,
    default: ONE_MACHINE_EGRESS.maxHeaderBytes,
    fault: BYTES,
    explanation: ['The largest head of an answer.'],
  },
  bytesIn,
);

export const EGRESS_PROXY = parsedSetting(
  {
    name: 'EGRESS_PROXY',
    isSecret: true,
    fault: 'must be an http or https URL; a percent sign in its user or password is written %25',
    explanation: [
      'An http or https proxy; may hold user and password, a percent sign in which is written `%25`: [proxies](egress.md#proxies).',
    ],
  },
  proxyAt,
);

export const EGRESS_NO_PROXY = parsedSetting(
  {
    name: 'EGRESS_NO_PROXY',
    mayBeFile: true,
    fault: HOSTS,
    explanation: ['Hosts reached without the proxy, beside private ones.'],
  },
  HostList.parse,
);

export const EGRESS_CA = parsedSetting(
  {
    name: 'EGRESS_CA',
    mayBeFile: true,
    fault: 'must be certificates in PEM',
    explanation: ['Certificate authorities in PEM, trusted beside the usual ones.'],
  },
  certificatesIn,
);

/**
 * The settings of `EGRESS_…`. Private addresses are allowed by default only to a process that no other machine
 * reaches; `isPrivateByDefault` says so for a process without a listener.
 */
export function egressSettings(
  { read, optional, variable }: Reader,
  isPrivateByDefault = listensOnLoopback(variable),
): EgressSettings {
  const [proxy, except] = [optional(EGRESS_PROXY), optional(EGRESS_NO_PROXY) ?? HostList.empty];
  return {
    allowPrivate: read(EGRESS_ALLOW_PRIVATE, isPrivateByDefault),
    allow: optional(EGRESS_ALLOW) ?? ONE_MACHINE_EGRESS.allow,
    deny: optional(EGRESS_DENY) ?? ONE_MACHINE_EGRESS.deny,
    schemes: read(EGRESS_SCHEMES),
    mayLeaveOrigin: ONE_MACHINE_EGRESS.mayLeaveOrigin,
    maxResponseBytes: read(EGRESS_MAX_RESPONSE_BYTES),
    maxHeaderBytes: read(EGRESS_MAX_HEADER_BYTES),
    proxy: proxy && { ...proxy, except },
    ca: optional(EGRESS_CA),
  };
}

/** Whether the installation answers only this machine: `HOST` is the gateway's listener, `LISTEN_ADDRESS` a service's. */
function listensOnLoopback(variable: Reader['variable']): boolean {
  const host = variable('HOST') ?? URL.parse(`tcp://${variable('LISTEN_ADDRESS')}`)?.hostname ?? '';
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

function bytesIn(raw: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : undefined;
}

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
