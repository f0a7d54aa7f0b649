import type { Named, Place } from './assign-roles.ts';

/** What a rule calls a place, and what goes by that: it is the place where it is one alone. Without an organization it is the first one. */
export interface Looked {
  rule: Named;
  organizationIds: string[];
  projectIds: string[];
}

/** The place that a rule speaks of, by an id or by a name that is one's alone. */
export function placeOf({
  rule: { project },
  organizationIds: [organizationId, ...others],
  projectIds: [projectId, ...twins],
}: Looked): Place | undefined {
  if (organizationId === undefined || others.length > 0) return undefined;
  if (project === undefined) return { organizationId, projectId: null };
  return projectId === undefined || twins.length > 0 ? undefined : { organizationId, projectId };
}

/**
 * Those of `places` that a rule of `theirs` may mean which means none: those of a name that several have; or, of a name that is
 * nobody's any more, those that no rule of `all` calls by their name of today. An id that is nobody's was deleted.
 */
export function inDoubt<P extends Place>(places: P[], theirs: Looked[], all: Looked[]): P[] {
  const organizations = new Set(
    all.flatMap(({ rule, organizationIds }) => calledByName(rule.organization, organizationIds)),
  );
  const projects = new Set(all.flatMap(({ rule, projectIds }) => calledByName(rule.project, projectIds)));
  const unplaced = theirs.filter((rule) => !placeOf(rule) && !isGone(rule));
  return places.filter(({ organizationId, projectId }) =>
    unplaced.some(
      ({ rule, organizationIds, projectIds }) =>
        mayBe(organizationId, rule.organization, organizationIds, organizations) &&
        // Whoever is something in a project belongs to its organization for that.
        (projectId === null || mayBe(projectId, rule.project, projectIds, projects)),
    ),
  );
}

const isId = (name: string): boolean => /^(?:org|prj)_/.test(name);

function isGone({ rule: { organization, project }, organizationIds, projectIds }: Looked): boolean {
  if (organizationIds.length === 0) return organization === undefined || isId(organization);
  return project !== undefined && projectIds.length === 0 && isId(project);
}

function mayBe(id: string, name: string | undefined, ids: string[], others: Set<string>): boolean {
  if (ids.length > 0) return ids.includes(id);
  return name !== undefined && (isId(name) ? name === id : !others.has(id));
}

const calledByName = (name: string | undefined, ids: string[]): string[] =>
  ids.length === 1 && name !== undefined && name !== ids[0] ? ids : [];
