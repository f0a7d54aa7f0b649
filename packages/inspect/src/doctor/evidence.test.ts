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

test('a long value in a challenge hides no name of another parameter', () => {
  const { challenge } = displayableEvidence(
    {
      challenge: `Bearer error="insufficient_scope", scope="${'read '.repeat(200)}", resource_metadata="https://a.example/m"`,
    },
    (text) => text,
  );
  expect(challenge).toMatch(
    /^Bearer error="insufficient_scope", scope="read .*…", resource_metadata="https:\/\/a\.example\/m"$/,
  );
  expect(challenge).toHaveLength(184);
});
