import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenLocally } from '@assay/testkit/listen';
import { runInProcess } from './support/command.ts';

const PROJECT = 'prj_01hzy3v7k9q2n5w8x4m6t0r1ab';
const BYTES = Buffer.from([0x89, 0x50, 0x00, 0x1b, 0xff]);
const CALL = ['api', 'getEvalIterationScreenshot', '-p', 'runId=r', '-p', 'iterationId=i', '-p', 'screenshotId=s'];

let platform: Awaited<ReturnType<typeof listenLocally>>;
let folder: string;
beforeAll(async () => {
  platform = await listenLocally((_, res) => void res.writeHead(200, { 'content-type': 'image/jpeg' }).end(BYTES));
  folder = await mkdtemp(join(tmpdir(), 'assay-api-'));
});
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true });
});

const assay = (words: string[], isPerson = false) =>
  runInProcess(words, {
    folder,
    isPerson,
    env: { ASSAY_API_KEY: 'sk_test', ASSAY_URL: platform.origin, ASSAY_PROJECT: PROJECT },
  });

test('bytes go to standard output when the file is named -', async () => {
  for (const isPerson of [false, true])
    expect(await assay([...CALL, '-o', '-'], isPerson)).toEqual({
      code: 0,
      stderr: '',
      stdout: BYTES.toString('latin1'),
    });
});

test('bytes go to a pipe and to a file, and never to a terminal', async () => {
  expect(await assay(CALL)).toEqual({ code: 0, stderr: '', stdout: BYTES.toString('latin1') });
  expect(await assay([...CALL, '-o', 'shot.jpg'], true)).toEqual({ code: 0, stderr: '', stdout: '' });
  expect(await readFile(join(folder, 'shot.jpg'))).toEqual(BYTES);
  expect(await assay(CALL, true)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'assay: the answer is 5 bytes and no text: -o <file> keeps it.\n',
  });
});
