import type { EnvironmentSettings } from '@assay/contract/areas/environments/documents';
import { conflict, Problem } from '@assay/contract/problem';
import { staleProblem } from '../refusals.ts';
import type { StoredEnvironment } from './environment-record.ts';

/** Throws CONFLICT unless this is the revision that the caller read. */
export function assertRevision({ revision }: StoredEnvironment, expected: number): void {
  if (revision !== expected) throw staleProblem('environment', revision);
}

/** Throws CONFLICT for an ad-hoc environment: equal settings find it again, so it never changes. */
export function assertNamed({ name, revision }: StoredEnvironment): void {
  if (name === undefined)
    throw conflict('An ad-hoc environment never changes: give it a name first.', { currentRevision: revision });
}

/** The settings that no launch gives effect yet. */
const unsupported = ['sandboxImageId'] as const;

/** Throws FEATURE_NOT_SUPPORTED for the first setting that a launch would ignore. */
export function assertSupported(settings: {
  [Name in keyof EnvironmentSettings]?: EnvironmentSettings[Name] | null;
}): void {
  const field = unsupported.find((name) => settings[name] !== undefined && settings[name] !== null);
  if (field) throw new Problem('FEATURE_NOT_SUPPORTED', `/${field} is not supported by this installation.`, { field });
}

/** Throws CONFLICT for an environment that visitors talk to. */
export function assertUnpublished(studies: readonly { id: string; name: string }[]): void {
  if (studies.length === 0) return;
  const names = studies.map(({ name }) => `"${name}"`).join(', ');
  throw conflict(`The environment is published as ${names}: unpublish it, or let the study use another environment.`, {
    studies: studies.map(({ id, name }) => ({ id, name })),
  });
}
