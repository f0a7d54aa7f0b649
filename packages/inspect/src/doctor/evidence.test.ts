import { displayableEvidence } from './evidence.ts';

test('every text in evidence is masked, at any depth, and nothing else is changed', () => {
  const evidence = { httpStatus: 401, body: 'a', addresses: ['a'], faults: [{ code: 'x', message: 'a' }] };
  expect(displayableEvidence(evidence, (text) => text.toUpperCase())).toEqual({
    httpStatus: 401,
    body: 'A',
    addresses: ['A'],
    faults: [{ code: 'X', message: 'A' }],
  });
});

test('a secret across the end of the shown text is masked before the text is cut', () => {
  const { body } = displayableEvidence({ body: `${'.'.repeat(195)}secret-of-ours and more` }, (text) =>
    text.replaceAll('secret-of-ours', '[redacted]'),
  );
  expect(body).toBe(`${'.'.repeat(195)}[reda`);
});
