import { isObject } from '@assay/contract/json';

/** The origins that a resource declares for its page, and the permissions that it asks for. */
export interface WidgetPolicy {
  connectDomains: string[];
  resourceDomains: string[];
  frameDomains: string[];
  baseUriDomains: string[];
  /** Names of permissions; none is granted. */
  permissions: string[];
  /** Declared origins that are none, so that they were left out. */
  refused: string[];
}

/** At most this many origins of each kind. */
const MAX_DOMAINS = 50;
/** An origin, or a host: no path, no quote, nothing that could end a directive. */
const DOMAIN = /^((https?|wss?):\/\/)?(\*\.)?[\w.-]+(:\d{1,5})?\/?$/i;
const KEYS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;
/** The names that the Apps SDK uses for the same keys. */
const APPS_SDK_KEYS = {
  connectDomains: 'connect_domains',
  resourceDomains: 'resource_domains',
  frameDomains: 'frame_domains',
  baseUriDomains: 'base_uri_domains',
};

/** The policy in `_meta` of a resource, of MCP Apps or of the Apps SDK; everything is refused that it does not declare. */
export function policyOf(meta: unknown): WidgetPolicy {
  const fields = isObject(meta) ? meta : {};
  const ui = isObject(fields['ui']) ? fields['ui'] : {};
  const [ours, theirs] = [ui['csp'], fields['openai/widgetCSP']];
  const policy: WidgetPolicy = {
    connectDomains: [],
    resourceDomains: [],
    frameDomains: [],
    baseUriDomains: [],
    permissions: isObject(ui['permissions']) ? Object.keys(ui['permissions']).slice(0, MAX_DOMAINS) : [],
    refused: [],
  };
  for (const key of KEYS) {
    const declared = isObject(ours) ? ours[key] : isObject(theirs) ? theirs[APPS_SDK_KEYS[key]] : undefined;
    for (const domain of Array.isArray(declared) ? declared.slice(0, MAX_DOMAINS) : []) {
      if (typeof domain === 'string' && DOMAIN.test(domain)) policy[key].push(domain);
      else policy.refused.push(String(domain).slice(0, 200).toWellFormed());
    }
  }
  return policy;
}

/** The Content-Security-Policy header for the page, by the rules of MCP Apps. */
export function contentSecurityPolicy(policy: WidgetPolicy): string {
  const or = (domains: string[], none: string) => (domains.length > 0 ? domains.join(' ') : none);
  const resources = ["'self'", ...policy.resourceDomains].join(' ');
  return [
    "default-src 'none'",
    `script-src ${resources} 'unsafe-inline' blob:`,
    `style-src ${resources} 'unsafe-inline'`,
    `connect-src ${["'self'", ...policy.connectDomains].join(' ')}`,
    `img-src ${resources} data: blob:`,
    `font-src ${resources} data:`,
    `media-src ${resources} data: blob:`,
    `worker-src 'self' blob:`,
    `frame-src ${or(policy.frameDomains, "'none'")}`,
    "object-src 'none'",
    `base-uri ${or(policy.baseUriDomains, "'self'")}`,
    "form-action 'self'",
  ].join('; ');
}

/** The hosts that the page may ask, from the declared origins. */
export function allowedHosts({ connectDomains, resourceDomains, frameDomains }: WidgetPolicy): string[] {
  const hosts = [...connectDomains, ...resourceDomains, ...frameDomains].map((domain) =>
    domain
      .replace(/^\w+:\/\//, '')
      .replace(/\/$/, '')
      .replace(/:\d+$/, '')
      .toLowerCase(),
  );
  return [...new Set(hosts)];
}
