import { conflict } from '@assay/contract/problem';
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

/** Throws CONFLICT for an environment that visitors talk to. */
export function assertUnpublished(studies: readonly { id: string; name: string }[]): void {
  if (studies.length === 0) return;
  const names = studies.map(({ name }) => `"${name}"`).join(', ');
  throw conflict(`The environment is published as ${names}: unpublish it, or let the study use another environment.`, {
    studies: studies.map(({ id, name }) => ({ id, name })),
  });
}
