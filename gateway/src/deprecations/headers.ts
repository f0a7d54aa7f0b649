import type { ApiHandler } from '../http/handler.ts';
import { pathOf, type LiveAlias } from './alias.ts';

/** Sets the Deprecation header, and the link to the successor, on every reply at a former path. */
export function deprecationHeaders(aliases: LiveAlias[]): ApiHandler {
  const places = [...Map.groupBy(aliases, ({ path }) => path).values()].map(([first]) => placeOf(first!));
  return (req, res, next) => {
    for (const { pattern, successor } of places) {
      const match = pattern.exec(req.path);
      if (!match) continue;
      res.setHeader('Deprecation', 'true');
      if (successor !== undefined)
        res.setHeader('Link', `<${req.baseUrl}${filled(successor, match.groups!)}>; rel="successor-version"`);
      break;
    }
    next();
  };
}

const placeOf = (alias: LiveAlias) => ({
  // As in Express: case-insensitive, with an optional slash at the end.
  pattern: new RegExp(`^${pathOf(alias, (name) => `(?<${name}>[^/]+)`)}/?$`, 'i'),
  successor: alias.isLinked ? alias.operation.path : undefined,
});

const filled = (path: string, values: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(decoded(values[name]!).toWellFormed()));

/** A malformed escape is kept as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
