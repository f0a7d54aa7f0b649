import { badgeImage, etagOf, isMatched, type BadgeRun } from './badge-image.ts';

const run = (verdict: BadgeRun['verdict'], passRate: number): BadgeRun => ({
  verdict,
  summary: { total: 1_000, passed: passRate * 1_000, failed: 1_000 - passRate * 1_000, passRate },
});

test.each<[string, BadgeRun | undefined, string, string]>([
  ['that passed', run('passed', 0.93), 'passed 93\u202f%', '#2e7d32'],
  ['that failed', run('failed', 0.61), 'failed 61\u202f%', '#c62828'],
  ['that just missed to pass all', run('passed', 0.999), 'passed 99.9\u202f%', '#2e7d32'],
  ['without a clear verdict', run('inconclusive', 0.5), 'inconclusive', '#6a3fa0'],
  ['without a verdict', run('notEstablished', 0), 'not established', '#6a3fa0'],
  ['that does not exist', undefined, 'no run yet', '#777'],
])('the badge of a run %s shows its verdict', (_, of, message, colour) => {
  const image = badgeImage(of);
  expect(image).toContain(`<title>assay: ${message}</title>`);
  expect(image).toContain(`>${message}</text>`);
  expect(image).toContain(colour);
});

test.each([
  ['the tag', (etag: string) => etag, true],
  ['a weak tag among others', (etag: string) => `"x", W/${etag}`, true],
  ['any tag', () => '*', true],
  ['another tag', () => '"x"', false],
  ['no tag', () => '', false],
])('a client that has %s is matched or not', (_, header, matched) => {
  const etag = etagOf(badgeImage(undefined));
  expect(isMatched(header(etag), etag)).toBe(matched);
});
