import { accessFieldOf, storedAccessOf } from './sealed-access.ts';

test.each([
  ['is kept with its context', [1, 2], Buffer.of(1, 2), { access: { sealed: 'AQI=', context: 'session:1' } }],
  ['is left out when no model needs it', [], null, {}],
])('sealed access %s', (_, bytes, stored, field) => {
  const granted = { sealedAccess: Uint8Array.from(bytes) };
  expect(storedAccessOf(granted)).toEqual(stored);
  expect(accessFieldOf(granted, 'session:1')).toEqual(field);
});
