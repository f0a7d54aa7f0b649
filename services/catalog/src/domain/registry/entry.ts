import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { DirectoryServer } from '@assay/contract/areas/registry/documents';
import type { ServerEndpoint } from './endpoint.ts';
import { endpointsOf } from './endpoints.ts';
import { objectOf, textOf } from '../untrusted.ts';

/** A source's answer about one version of a server, as far as it is readable. */
export interface RegistryEntry {
  /** The facts that a search shows. */
  facts: Omit<DirectoryServer, 'id' | 'source'>;
  endpoints: ServerEndpoint[];
  /** The server.json document. */
  server: Record<string, unknown>;
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9._-]+$/;
const MAX_NAME = 200;
const VERSION = /^[\x21-\x7e]{1,255}$/;
/** At most 256 Ki characters in an entry; a larger one is ignored. */
const MAX_ENTRY = 256 * 1024;
/** Whether `name` is valid for a published server. */
export const isEntryName = (name: string): boolean => name.length <= MAX_NAME && NAME.test(name);
const STATUSES = ['active', 'deprecated', 'deleted'] as const;

/**
 * Reads `{ server, _meta }` of the registries' common API; undefined when the answer is not a server with a name and
 * version.
 */
export function entryOf(answer: unknown): RegistryEntry | undefined {
  const { server: given, _meta: meta } = objectOf(answer);
  const server = objectOf(given);
  const [name, version] = [textOf(server.name, MAX_NAME), textOf(server.version, 255)];
  if (name === undefined || version === undefined || !NAME.test(name) || !VERSION.test(version)) return undefined;
  if (!isShallow(answer) || canonicalJson(answer).length > MAX_ENTRY) return undefined;
  const official = objectOf(objectOf(meta)[OFFICIAL]);
  const status = STATUSES.find((each) => each === (official.status ?? server.status)) ?? 'active';
  const endpoints = status === 'deleted' ? [] : endpointsOf(server);
  return {
    server,
    endpoints,
    facts: {
      name,
      version,
      status,
      description: textOf(server.description, 10_000) ?? '',
      ...optional('title', textOf(server.title, 500)),
      ...optional('websiteUrl', webUrl(server.websiteUrl)),
      ...optional('repositoryUrl', webUrl(objectOf(server.repository).url)),
      ...optional('publishedAt', textOf(official.publishedAt, 64)),
      rowType: hasMany(server.remotes) ? 'remote' : hasMany(server.packages) ? 'package' : 'listing',
      endpointKinds: [...new Set(endpoints.map(({ kind }) => kind))],
      verifiedTier:
        Object.keys(official).length === 0 ? 'none' : /^io\.(github|gitlab)\./.test(name) ? 'account' : 'domain',
      connectable: endpoints.length > 0,
      contentHash: hash('sha256', canonicalJson(server)),
    },
  };
}

/**
 * True when the value has at most 100 levels. No real entry is deeper, and a deeper one could overflow the stack when
 * it is serialized again.
 */
const isShallow = (value: unknown, levels = 100): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));

/** An http or https link. People click these links, so `javascript:` and the like are dropped. */
function webUrl(value: unknown): string | undefined {
  const text = textOf(value, 2_048);
  return text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;
}

const hasMany = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [Key in K]?: V };
