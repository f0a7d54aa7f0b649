import { MAX_SERVER_VALUES } from '@assay/contract/areas/servers/documents';
import type { Fault } from '@assay/contract/fault';
import type { WrittenValues } from './secret-references.ts';
import type { ServerConfig, ServerPatch } from './server-input.ts';

type Changes = NonNullable<ServerPatch['headerChanges']>;

/** The fault of a PATCH that replaces headers or variables as a whole and changes single ones, too. */
export const changesContradiction = ({ headers, env, headerChanges, envChanges }: ServerPatch): Fault | undefined => {
  if (headerChanges && headers !== undefined) return { path: '/headerChanges', message: 'contradicts /headers' };
  if (envChanges && env !== undefined) return { path: '/envChanges', message: 'contradicts /env' };
  return undefined;
};

/**
 * A PATCH without changes of single entries: they are made in the saved headers and variables. Names of headers are
 * compared without case. Whether saved values may stay is decided on the PATCH as it was sent.
 */
export function withChangedValues(
  current: ServerConfig,
  { headerChanges, envChanges, ...patch }: ServerPatch,
): ServerPatch {
  return {
    ...patch,
    ...(headerChanges && { headers: changed(current.headers, headerChanges, (name) => name.toLowerCase()) }),
    ...(envChanges && { env: changed(current.env, envChanges, (name) => name) }),
  };
}

/** The fault of a PATCH whose single changes leave more entries than a server can have. */
export function changesFault(current: ServerConfig, patch: ServerPatch): Fault | undefined {
  const { headers, env } = withChangedValues(current, patch);
  const isTooMany = (values: object | null | undefined) => Object.keys(values ?? {}).length > MAX_SERVER_VALUES;
  const message = `must not leave more than ${MAX_SERVER_VALUES} entries`;
  if (patch.headerChanges && isTooMany(headers)) return { path: '/headerChanges', message };
  return patch.envChanges && isTooMany(env) ? { path: '/envChanges', message } : undefined;
}

/** The values that a PATCH adds, single changes included. */
export const addedValues = ({ headers, env, headerChanges, envChanges }: ServerPatch) => ({
  headers: headerChanges ? written(headerChanges) : headers,
  env: envChanges ? written(envChanges) : env,
});

function changed(saved: WrittenValues = {}, changes: Changes, keyOf: (name: string) => string): WrittenValues | null {
  const named = new Set(Object.keys(changes).map(keyOf));
  const kept = Object.entries(saved).filter(([name]) => !named.has(keyOf(name)));
  const next = { ...Object.fromEntries(kept), ...written(changes) };
  return Object.keys(next).length > 0 ? next : null;
}

const written = (changes: Changes): WrittenValues =>
  Object.fromEntries(
    Object.entries(changes).filter((entry): entry is [string, WrittenValues[string]] => entry[1] !== null),
  );
