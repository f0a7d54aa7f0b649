import {
  choiceParameter,
  flagParameter,
  numberParameter,
  parseSearch,
  searchOf,
  textsParameter,
  writeSearch,
} from './search.ts';

const read = searchOf({
  tab: choiceParameter('cases', 'runs'),
  outcome: textsParameter,
  early: flagParameter,
  k: numberParameter,
});

test('parameters are read by their shapes; a wrong value is the default, an unknown name is kept', () => {
  expect(read(parseSearch('?tab=runs&outcome=failed&early=1&k=3&utm=x'))).toEqual({
    tab: 'runs',
    outcome: ['failed'],
    early: true,
    k: 3,
    utm: 'x',
  });
  expect(read(parseSearch('?tab=nothing&k=-1&early=yes'))).toEqual({});
});

test('an address that was written is read the same', () => {
  const search = { tab: 'cases', outcome: ['failed', 'a & b'], early: true, k: 12 };
  expect(writeSearch(search)).toBe('?tab=cases&outcome=failed&outcome=a+%26+b&early=1&k=12');
  expect(read(parseSearch(writeSearch(search)))).toEqual(search);
  expect(writeSearch({ tab: undefined, early: false })).toBe('');
});
