import { hash } from 'node:crypto';
import { canonical } from '@assay/contract/canonical';
import type { DirectoryServer } from '@assay/contract/areas/registry/documents';
import type { Endpoint } from './endpoint.ts';
import { endpointsOf } from './endpoints.ts';
import { objectOf, textOf } from '../untrusted.ts';

/** What a source says of one version of a server, as far as it can be read. */
export interface RegistryEntry {
  /** What of it a search shows. */
  facts: Omit<DirectoryServer, 'id' | 'source'>;
  endpoints: Endpoint[];
  /** The server.json. */
  server: Record<string, unknown>;
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9._-]+$/;
const MAX_NAME = 200;
const VERSION = /^[\x21-\x7e]{1,255}$/;
/** An entry that is larger than this, in characters, is none. */
const MAX_ENTRY = 256 * 1024;
/** Whether a published server can be called so. */
export const isEntryName = (name: string): boolean => name.length <= MAX_NAME && NAME.test(name);
const STATUSES = ['active', 'deprecated', 'deleted'] as const;

/** Reads `{ server, _meta }` as the registries' common API has it; undefined for what is no server of a name and version. */
export function entryOf(answer: unknown): RegistryEntry | undefined {
  const { server: given, _meta: meta } = objectOf(answer);
  const server = objectOf(given);
  const [name, version] = [textOf(server.name, MAX_NAME), textOf(server.version, 255)];
  if (name === undefined || version === undefined || !NAME.test(name) || !VERSION.test(version)) return undefined;
  if (!isShallow(answer) || canonical(answer).length > MAX_ENTRY) return undefined;
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
      contentHash: hash('sha256', canonical(server)),
    },
  };
}

/** Nothing that a publisher has to say is nested deeper; a deeper text may be too deep to be written again. */
const isShallow = (value: unknown, levels = 100): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));

/** Links are shown to people, who should not be led to a script. */
function webUrl(value: unknown): string | undefined {
  const text = textOf(value, 2_048);
  return text !== undefined && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined;
}

const hasMany = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [Key in K]?: V };
