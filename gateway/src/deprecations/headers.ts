import type { Handler } from '../http/handler.ts';
import { pathOf, type LiveAlias } from './alias.ts';

/** Says of every answer at a former place that it is one, whoever gives it, and where the successor is. */
export function deprecationHeaders(aliases: LiveAlias[]): Handler {
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
  // As Express does: letters of either case, with a slash behind or without.
  pattern: new RegExp(`^${pathOf(alias, (name) => `(?<${name}>[^/]+)`)}/?$`, 'i'),
  successor: alias.isLinked ? alias.operation.path : undefined,
});

const filled = (path: string, values: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(decoded(values[name]!).toWellFormed()));

/** A segment that is escaped as none should be is taken as it stands. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
