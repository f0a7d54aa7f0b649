import type { NamedPlace, RolePlace } from './assign-roles.ts';
import { doubtfulPlaces, placeOf, type FoundPlaces } from './ambiguous-places.ts';

const looked = (rule: NamedPlace, organizationIds: string[], projectIds: string[] = []): FoundPlaces => ({
  rule,
  organizationIds,
  projectIds,
});
const held = ['org_a', 'org_a/prj_1', 'org_a/prj_2', 'org_b', 'org_b/prj_3'];
const placeIn = (text: string): RolePlace => {
  const [organizationId, projectId = null] = text.split('/');
  return { organizationId: organizationId!, projectId };
};
const textOf = ({ organizationId, projectId }: RolePlace) =>
  projectId === null ? organizationId : `${organizationId}/${projectId}`;

test.each<[string, FoundPlaces, string | undefined]>([
  ['the first organization', looked({}, ['org_a']), 'org_a'],
  ['none, once the first organization is deleted', looked({}, []), undefined],
  ['an organization', looked({ organization: 'A' }, ['org_a']), 'org_a'],
  ['none, of a name that two have', looked({ organization: 'A' }, ['org_a', 'org_b']), undefined],
  ['a project', looked({ project: 'One' }, ['org_a'], ['prj_1']), 'org_a/prj_1'],
  ['none, of a name that nothing has', looked({ project: 'One' }, ['org_a']), undefined],
  ['none, of a name that two projects have', looked({ project: 'One' }, ['org_a'], ['prj_1', 'prj_2']), undefined],
])('a rule means %s', (_, rule, place) => {
  expect(placeOf(rule)).toEqual(place && placeIn(place));
});

test.each<[string, FoundPlaces, FoundPlaces[], string[]]>([
  ['a place that is known', looked({ organization: 'A' }, ['org_a']), [], []],
  ['a name that two organizations have', looked({ organization: 'A' }, ['org_a', 'org_c']), [], ['org_a']],
  [
    'a name that two projects have',
    looked({ organization: 'A', project: 'One' }, ['org_a'], ['prj_1', 'prj_9']),
    [],
    ['org_a', 'org_a/prj_1'],
  ],
  [
    'a project that was renamed',
    looked({ organization: 'A', project: 'Gone' }, ['org_a']),
    [],
    ['org_a', 'org_a/prj_1', 'org_a/prj_2'],
  ],
  [
    'a renamed project, where another rule names one by its present name',
    looked({ organization: 'A', project: 'Gone' }, ['org_a']),
    [looked({ organization: 'A', project: 'Two' }, ['org_a'], ['prj_2'])],
    ['org_a', 'org_a/prj_1'],
  ],
  [
    'a renamed project, where another rule has the id of one',
    looked({ organization: 'A', project: 'Gone' }, ['org_a']),
    [looked({ organization: 'A', project: 'prj_2' }, ['org_a'], ['prj_2'])],
    ['org_a', 'org_a/prj_1', 'org_a/prj_2'],
  ],
  [
    'an organization that was renamed',
    looked({ organization: 'Gone' }, []),
    [looked({ organization: 'B' }, ['org_b'])],
    ['org_a'],
  ],
  [
    'a project of a renamed organization',
    looked({ organization: 'Gone', project: 'One' }, []),
    [looked({ organization: 'B' }, ['org_b'])],
    ['org_a', 'org_a/prj_1', 'org_a/prj_2'],
  ],
  [
    'a project, by its id, of a renamed organization',
    looked({ organization: 'Gone', project: 'prj_2' }, []),
    [],
    ['org_a', 'org_a/prj_2', 'org_b'],
  ],
  ['an organization that was deleted', looked({ organization: 'org_gone' }, []), [], []],
  ['a project that was deleted', looked({ organization: 'A', project: 'prj_gone' }, ['org_a']), [], []],
  ['the first organization, which is gone', looked({}, []), [], []],
])('a rule puts the right places in doubt: %s', (_, rule, others, doubted) => {
  expect(doubtfulPlaces(held.map(placeIn), [rule], [rule, ...others]).map(textOf)).toEqual(doubted);
});
