import { isBeyondNext, isLater } from './folder-version.ts';

test.each([
  ['0.2.0', '0.2.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.2.9', '0.2.0', false],
  ['0.3.0', '0.2.0', false],
  ['0.3.7', '0.2.9', false],
  ['0.4.0', '0.2.9', true],
  ['1.0.0', '0.2.0', true],
  ['9.0.0', '0.2.0', true],
  ['0.11.0', '0.9.0', true],
  ['0.10.0', '0.9.0', false],
  ['1.9.0', '2.0.0', false],
  [undefined, '0.2.0', false],
])('data of version %s beyond what %s can use: %s', (made, own, beyond) => {
  expect(isBeyondNext(made, own)).toBe(beyond);
});

test.each([
  ['0.3.0', '0.2.9', true],
  ['0.2.1', '0.2.0', true],
  ['0.10.0', '0.9.0', true],
  ['0.2.0', '0.2.0', false],
  ['0.1.9', '0.2.0', false],
  [undefined, '0.2.0', false],
])('version %s later than %s: %s', (made, own, later) => {
  expect(isLater(made, own)).toBe(later);
});
