import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parseSuiteFile } from '@assay/suite-file/parse-suite-file';
import { runInProcess } from './support/command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'Assay "init" ö-'));
});
afterEach(() => rm(folder, { recursive: true }));

const init = (...args: string[]) => runInProcess(['init', ...args], { folder });
const read = (path: string) => readFile(join(folder, path), 'utf8');

test('the suite file that is written has no fault, and names the server of mcp.json', async () => {
  await writeFile(join(folder, '.mcp.json'), '{"mcpServers": {"my: server": {"command": "x"}}}');
  const { code, stdout } = await init();
  expect([code, stdout]).toEqual([0, expect.stringContaining('suite.yaml  written')]);
  expect(parseSuiteFile(await read('suite.yaml'))).toMatchObject({ file: { servers: ['my: server'] } });
});

test.each([
  ['a folder of workflows', '.github/x', '.github/workflows/assay.yml', 'jobs'],
  ['a pipeline of GitLab', '.gitlab-ci.yml', 'assay.gitlab-ci.yml', 'assay'],
  ['a remote at GitHub', '.git/config', '.github/workflows/assay.yml', 'jobs'],
])('%s decides which CI file is written', async (_, there, written, field) => {
  await mkdir(join(folder, there, '..'), { recursive: true });
  await writeFile(join(folder, there), '[remote "origin"]\n\turl = git@github.com:acme/helpdesk.git\n');
  expect(await init()).toMatchObject({ code: 0, stdout: expect.stringContaining('ASSAY_PACKAGE') });
  expect(parse(await read(written))).toHaveProperty(field);
});

test('the CI job of a linked folder runs the suite on its platform', async () => {
  await writeFile(join(folder, 'assay.json'), '{"url": "https://assay.example"}');
  await init('--ci', 'github');
  const text = await read('.github/workflows/assay.yml');
  expect(text).toContain('assay run suite.yaml --push --baseline main');
  expect(text).toContain('ASSAY_API_KEY: ${{ secrets.ASSAY_API_KEY }}');
});

test('a file that exists stays as it is', async () => {
  await writeFile(join(folder, 'suite.yaml'), 'mine');
  expect(await init('--ci', 'none')).toMatchObject({ code: 0, stdout: expect.stringContaining('stays as it is') });
  expect(await read('suite.yaml')).toBe('mine');
});
