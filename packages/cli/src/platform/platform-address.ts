import { UsageError } from '../command-failure.ts';

/** Parses an http or https URL. Throws UsageError that names where it came from. */
export function parseWebUrl(source: string, text: string | undefined): URL {
  const url = URL.canParse(text ?? '') ? new URL(text!) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${source} is an http or https URL`);
  return url;
}

/**
 * The address of a platform in its one form: without a slash at its end, a query and a fragment. Throws UsageError for an
 * address with a password, which would be printed and sent.
 */
export function addressOf(source: string, text: string): string {
  const { origin, pathname, username, password } = parseWebUrl(source, text);
  if (username !== '' || password !== '') throw new UsageError(`${source} must not contain a password`);
  let path = pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${origin}${path}`;
}
