import { withoutTrailing } from '@assay/kit/text/trailing';
import { ConfigError, type EnvReader } from '@assay/kit/env';

/** A directory of published servers that speaks the registries' common API. */
export interface RegistrySource {
  name: string;
  url: string;
}

const OFFICIAL = 'official=https://registry.modelcontextprotocol.io';
const SOURCE = /^([a-z0-9][a-z0-9-]{0,63})=(https?:\/\/\S+)$/;

/** The directories to search, as comma-separated `name=url`; `none` for none. The official registry by default. */
export function registrySources({ list }: Pick<EnvReader, 'list'>): RegistrySource[] {
  const given = list('REGISTRY_SOURCES', [OFFICIAL]);
  if (given.length === 1 && given[0] === 'none') return [];
  const sources = given.map((text) => {
    const [, name, url] = SOURCE.exec(text) ?? [];
    const { username, password } = URL.parse(url ?? '') ?? {};
    if (name === undefined || url === undefined || username !== '' || password !== '')
      throw new ConfigError(['REGISTRY_SOURCES must be name=url,… or none']);
    return { name, url: withoutTrailing(url, '/') };
  });
  if (new Set(sources.map(({ name }) => name)).size < sources.length)
    throw new ConfigError(['REGISTRY_SOURCES names a source twice']);
  return sources;
}
