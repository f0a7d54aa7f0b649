import { eventAfter, partChangedBy } from './project-events.ts';

const places = new Map([
  ['runs', 15],
  ['servers', 12],
]);

test('a stream that begins is told its place without parts', () => {
  expect(eventAfter('', places)).toEqual({ id: 'runs.15-servers.12', type: 'changed', data: { parts: [] } });
});

test.each([
  ['a part that changed', 'runs.14-servers.12', ['runs']],
  ['a part that is new', 'servers.12', ['runs']],
  ['every part after text that is no cursor', 'x', ['runs', 'servers']],
])('an event names %s', (_, cursor, parts) => {
  expect(eventAfter(cursor, places)?.data.parts).toEqual(parts);
});

test('there is no event while nothing changes', () => {
  expect(eventAfter('runs.15-servers.12', places)).toBeUndefined();
});

test.each([
  ['updateProjectServer', 'servers'],
  ['createEvalRun', 'runs'],
  ['commitEvalAuthoringJob', 'drafts'],
  ['createApiKey', undefined],
  ['noOperation', undefined],
])('%s changes the part %s', (operation, part) => {
  expect(partChangedBy(operation)).toBe(part);
});
