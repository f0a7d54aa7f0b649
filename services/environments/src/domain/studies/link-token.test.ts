import { linkOfToken, linkTokenOf, type StudyLink } from './link-token.ts';

const secret = 'a secret of this test';
const links: StudyLink[] = [
  { kind: 'study', id: 'study_01k0000000000000000000000', linkVersion: 1 },
  { kind: 'study', id: 'study_01k0000000000000000000000', linkVersion: 2 },
  { kind: 'member', id: 'studymem_01k0000000000000000000000', linkVersion: 2 },
];

test('the token of a link answers the link, and fits into the path', () => {
  for (const link of links) {
    const token = linkTokenOf(secret, link);
    expect(linkOfToken(secret, token)).toEqual(link);
    expect(token).toMatch(/^[\w-]{60,128}$/);
  }
});

test.each([
  ['of another secret', linkTokenOf('another secret', links[0]!)],
  ['that was changed', `${linkTokenOf(secret, links[0]!).slice(0, -4)}AAAA`],
  ['that is empty', ''],
  ['that is a word', 'study'],
])('a token %s has no link', (_, token) => {
  expect(linkOfToken(secret, token)).toBeUndefined();
});
