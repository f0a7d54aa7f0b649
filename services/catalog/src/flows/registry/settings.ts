import { withoutTrailing } from '@assay/kit/text/trailing';
import { ConfigError } from '@assay/kit/env';
import { parsedSetting } from '@assay/kit/settings/setting';

/** A directory of published servers that speaks the registries' common API. */
export interface RegistrySource {
  name: string;
  url: string;
}

const OFFICIAL: RegistrySource = { name: 'official', url: 'https://registry.modelcontextprotocol.io' };
const SOURCE = /^([a-z0-9][a-z0-9-]{0,63})=(https?:\/\/\S+)$/;

/** The directories to search. */
export const REGISTRY_SOURCES = parsedSetting(
  {
    name: 'REGISTRY_SOURCES',
    default: [OFFICIAL],
    defaultInWords: 'the official MCP registry',
    fault: 'must be name=url,… or none',
    explanation: [
      'Registry sources to search and install from, `name=url` separated by commas; `none` switches them off.',
      'A request leaves only for a search, a read or an install.',
      'Their addresses may be private.',
    ],
  },
  sourcesIn,
);

function sourcesIn(raw: string): RegistrySource[] | undefined {
  const given = raw
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  if (given.length === 1 && given[0] === 'none') return [];
  const sources = given.flatMap((text) => sourceIn(text) ?? []);
  if (sources.length < given.length) return undefined;
  if (new Set(sources.map(({ name }) => name)).size < sources.length)
    throw new ConfigError(['REGISTRY_SOURCES names a source twice']);
  return sources;
}

function sourceIn(text: string): RegistrySource | undefined {
  const [, name, url] = SOURCE.exec(text) ?? [];
  const { username, password } = URL.parse(url ?? '') ?? {};
  return name === undefined || url === undefined || username !== '' || password !== ''
    ? undefined
    : { name, url: withoutTrailing(url, '/') };
}
