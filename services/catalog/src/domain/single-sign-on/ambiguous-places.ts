import type { NamedPlace, RolePlace } from './assign-roles.ts';

/**
 * A rule's place and the ids that were found for it. The rule is unambiguous when there is one id. Without a name, the
 * organization is the first one.
 */
export interface FoundPlaces {
  rule: NamedPlace;
  organizationIds: string[];
  projectIds: string[];
}

/** The place that a rule means, when its id or name matches exactly one; undefined otherwise. */
export function placeOf({
  rule: { project },
  organizationIds: [organizationId, ...others],
  projectIds: [projectId, ...twins],
}: FoundPlaces): RolePlace | undefined {
  if (organizationId === undefined || others.length > 0) return undefined;
  if (project === undefined) return { organizationId, projectId: null };
  return projectId === undefined || twins.length > 0 ? undefined : { organizationId, projectId };
}

/**
 * The places that an unresolved rule of `theirs` may mean. When several places have the rule's name, these; when no
 * place has the name (any more), every place that no rule of `all` names by its present name. A rule whose id does not
 * exist is about a deleted place and puts nothing in doubt.
 */
export function doubtfulPlaces<P extends RolePlace>(places: P[], theirs: FoundPlaces[], all: FoundPlaces[]): P[] {
  const organizations = new Set(
    all.flatMap(({ rule, organizationIds }) => calledByName(rule.organization, organizationIds)),
  );
  const projects = new Set(all.flatMap(({ rule, projectIds }) => calledByName(rule.project, projectIds)));
  const unplaced = theirs.filter((rule) => !placeOf(rule) && !isGone(rule));
  return places.filter(({ organizationId, projectId }) =>
    unplaced.some(
      ({ rule, organizationIds, projectIds }) =>
        mayBe(organizationId, rule.organization, organizationIds, organizations) &&
        // A person with a role in a project also belongs to its organization because of that role.
        (projectId === null || mayBe(projectId, rule.project, projectIds, projects)),
    ),
  );
}

const isId = (name: string): boolean => /^(?:org|prj)_/.test(name);

function isGone({ rule: { organization, project }, organizationIds, projectIds }: FoundPlaces): boolean {
  if (organizationIds.length === 0) return organization === undefined || isId(organization);
  return project !== undefined && projectIds.length === 0 && isId(project);
}

function mayBe(id: string, name: string | undefined, ids: string[], others: Set<string>): boolean {
  if (ids.length > 0) return ids.includes(id);
  return name !== undefined && (isId(name) ? name === id : !others.has(id));
}

const calledByName = (name: string | undefined, ids: string[]): string[] =>
  ids.length === 1 && name !== undefined && name !== ids[0] ? ids : [];
