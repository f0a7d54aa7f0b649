import type { ImageBuildReport, ImageBuildTask } from '@assay/contract/areas/images/build-work';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import { buildctlStandIn, STAND_IN_DIGEST } from '@assay/testkit/work/buildctl-stand-in';
import { startRunner } from '../../src/app.ts';
import { configFor, PlatformStandIn, silentLog } from '../support/platform-stand-in.ts';

let buildctl: Awaited<ReturnType<typeof buildctlStandIn>>;
let platform: PlatformStandIn;
let runner: { stop(): Promise<void> };

beforeAll(async () => {
  buildctl = await buildctlStandIn();
  platform = new PlatformStandIn();
  await platform.start();
  runner = startRunner(configFor(platform, { builder: settings() }), silentLog);
});
afterAll(async () => {
  await runner.stop();
  await platform.stop();
  await buildctl.remove();
});

const settings = (program = buildctl.program) => ({
  address: 'tcp://buildkitd:1234',
  registry: 'registry.local/assay',
  program,
  env: { PATH: '/usr/bin:/bin', HOME: '/home/runner' },
});
const task = (line = ''): ImageBuildTask => ({
  version: 1,
  name: 'image_1',
  tag: 'a'.repeat(64),
  dockerfile: `FROM base\n${line}\n`,
});
function offer(line?: string, more: Partial<WorkItem> = {}): WorkItem {
  const item = boardItem('image-build', task(line), more);
  platform.work.offer(item);
  return item;
}
async function reportOf(item: WorkItem): Promise<ImageBuildReport> {
  const { output, errorCode } = await platform.work.answer(item);
  expect(errorCode).toBe('');
  return JSON.parse(output.toString()) as ImageBuildReport;
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('an image is built from the Dockerfile alone, without an environment of the runner', async () => {
  expect(await reportOf(offer())).toEqual({ version: 1, digest: STAND_IN_DIGEST, log: '#7 pushing done\n' });
  const { args, env, files, dockerfile } = (await buildctl.seen())!;
  expect(files).toEqual(['Dockerfile']);
  expect(dockerfile).toBe(task().dockerfile);
  expect(args.slice(0, 2)).toEqual(['--addr', 'tcp://buildkitd:1234']);
  expect(args).toContain(`type=image,name=registry.local/assay/image_1:${'a'.repeat(64)},push=true`);
  // The mark by which the runner finds the processes of the program.
  const { ASSAY_STDIO_SESSION: _, ...own } = env;
  expect(own).toEqual({ PATH: '/usr/bin:/bin', HOME: '/home/runner' });
});

test.each([
  ['a fault of the Dockerfile', 'fail', 'error: failed to solve: exit code: 100'],
  ['a builder out of reach', 'unreachable', 'BUILDKIT_ADDRESS'],
  ['a builder without a digest', 'silent', 'no digest'],
])('%s is reported with its reason', async (_, word, reason) => {
  const { digest, error, log } = await reportOf(offer(`RUN ${word}`));
  expect([digest, error]).toEqual([undefined, expect.stringContaining(reason)]);
  expect(`${error}${log}`).not.toContain('hunter2');
});

test('the end of a flood of output is kept', async () => {
  const { digest, log } = await reportOf(offer('RUN flood'));
  expect(digest).toBe(STAND_IN_DIGEST);
  expect(log.length).toBeLessThanOrEqual(64 * 1_024);
  expect(log).toMatch(/^x{99}\n[^]*#7 pushing done\n$/);
});

test('a build that is out of time is killed with its child processes', async () => {
  const item = offer('RUN hang', { timeoutMs: 1_500 });
  expect(await platform.work.answer(item)).toMatchObject({ errorCode: 'TIMEOUT' });
  const { pid } = (await buildctl.seen())!;
  await waitUntil(() => !isAlive(pid) && !isAlive(-pid));
});

test('a build that is dropped is killed', async () => {
  const item = offer('RUN hang');
  const { pid } = await waitUntil(async () => {
    const seen = await buildctl.seen();
    return seen && seen.dockerfile.includes('hang') && isAlive(seen.pid) ? seen : undefined;
  });
  expect(await waitUntil(() => platform.work.phases(item).includes('building'))).toBe(true);
  platform.work.stopped.add(item.id);
  await waitUntil(() => !isAlive(pid) && !isAlive(-pid));
});

test('a runner without the program says so, and a runner without a builder takes no builds', async () => {
  const other = new PlatformStandIn();
  await other.start();
  const item = boardItem('image-build', task());
  const without = startRunner(configFor(other), silentLog);
  await waitUntil(() => other.work.leases.some(({ kinds }) => kinds.includes('explain-study')));
  expect(other.work.leases.some(({ kinds }) => kinds.includes('image-build'))).toBe(false);
  await without.stop();

  const lost = startRunner(configFor(other, { builder: settings('/no/such/program') }), silentLog);
  other.work.offer(item);
  const { output } = await other.work.answer(item);
  expect(JSON.parse(output.toString())).toMatchObject({ error: expect.stringContaining('BUILDCTL (ENOENT)') });
  await lost.stop();
  await other.stop();
});
