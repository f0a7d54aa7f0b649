import type { ImageBuildReport } from '@assay/contract/areas/images/build-work';
import { endOfBuild, failedBuild } from './build-end.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const reportOf = (more: Partial<ImageBuildReport>): ImageBuildReport => ({ version: 1, log: 'a log', ...more });

test.each([
  ['has a digest is ready', { digest }, { status: 'ready', digest, error: null, logPreview: 'a log' }],
  [
    'has an error has failed',
    { error: 'exit code: 100' },
    { status: 'failed', digest: null, error: 'exit code: 100', logPreview: 'a log' },
  ],
  ['has neither has failed', {}, { status: 'failed', error: 'The builder reported no image.' }],
])('a build whose report %s', (_, report, end) => expect(endOfBuild(reportOf(report))).toMatchObject(end));

test('a build without a report has failed, and has no log', () =>
  expect(failedBuild('No runner took the job.')).toEqual({
    status: 'failed',
    digest: null,
    error: 'No runner took the job.',
    logPreview: null,
  }));

test('the end of a long log is kept, without NUL', () => {
  const { logPreview } = endOfBuild(reportOf({ log: `${'x'.repeat(70_000)}\0end` }));
  expect(logPreview).toHaveLength(3_999);
  expect(logPreview).toMatch(/xend$/);
});
