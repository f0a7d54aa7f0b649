import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { olderTypescript } from '../../../check/tools.ts';
import { buildPackage } from '../../../../packages/sdk/build/build-package.ts';
import { installedNodes } from '../support/installed-nodes.ts';
import { startTestGateway, testKeys, type TestGateway } from '../../../../gateway/test/start.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const SEEN = ['run_1', '1', 'end completed', 'run_1 passed', 'run_2 failed', '200 usr_1', 'VALIDATION_ERROR'];

/** The folder of a user, who has the package and nothing of ours. */
let folder: string;
let fixture: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-sdk-user-'));
  const [built, packed, home] = ['built', 'packed', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([buildPackage(built), mkdir(packed), mkdir(home)]);
  await run('npm', ['pack', '--pack-destination', packed], { cwd: built });
  const [tarball = ''] = await readdir(packed);
  await writeFile(join(home, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(packed, tarball)], { cwd: home });
  for (const name of ['tour.ts', 'tour.cts'])
    await copyFile(join(import.meta.dirname, 'packed/tour.ts'), join(home, name));
  fixture = await startTestGateway({
    answers: {
      createEvalRun: async () => ({ runId: 'run_1' }),
      streamEvalRunEvents: async () => ({
        events: [
          { id: '1', type: 'iteration', data: {} },
          { id: '2', type: 'end', data: { status: 'completed', verdict: 'passed' } },
        ],
        done: true,
      }),
      listEvalRuns: async (_caller, _target, input) =>
        (input as { cursor?: string }).cursor === undefined
          ? { items: [{ id: 'run_1', verdict: 'passed' }], nextCursor: 'next' }
          : { items: [{ id: 'run_2', verdict: 'failed' }] },
      getMe: async () => ({ id: 'usr_1' }),
    },
  });
}, 120_000);
afterAll(async () => {
  await fixture.stop();
  await rm(folder, { recursive: true });
});

const userFolder = () => join(folder, 'home');

/** The environments that a user compiles for. */
const targets = {
  node: { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  browser: { lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
};

/** Compiles the user's program, with the declarations of the package; the faults that the compiler finds. */
async function compile(compiler: string[], target: keyof typeof targets): Promise<string> {
  const [program = '', ...args] = compiler;
  await writeFile(
    join(userFolder(), 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...targets[target],
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        // The declarations of Node are not ours to check.
        skipLibCheck: target === 'node',
      },
      files: ['tour.ts', 'tour.cts'],
    }),
  );
  const { stdout } = await run(program, [...args, '-p', '.'], { cwd: userFolder() }).catch((error: Error) => ({
    stdout: `${(error as { stdout?: string }).stdout} ${error.message}`,
  }));
  return stdout;
}

/** TypeScript 5.9, from npm's cache or registry; undefined where there is no way to it. */
async function olderCompiler(): Promise<string[] | undefined> {
  const compiler = ['npx', '--yes', '--prefer-offline', '--fetch-retries=0', '-p', olderTypescript, 'tsc'];
  const { stdout } = await run(compiler[0]!, [...compiler.slice(1), '--version'], { cwd: tmpdir() }).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('5.9') ? compiler : undefined;
}

/** Whether a Node.js loads ES modules with `require`. */
function requiresModules(version: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

test('the package holds compiled code, declarations and no dependency', async () => {
  const home = join(userFolder(), 'node_modules/@assay/sdk');
  expect((await readdir(home)).sort()).toEqual(['LICENSE', 'README.md', 'index.js', 'package.json', 'types']);
  expect(JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  expect(await readdir(join(userFolder(), 'node_modules/@assay'))).toEqual(['sdk']);
});

test.each(Object.keys(targets) as (keyof typeof targets)[])(
  'TypeScript 7 checks a program for a %s',
  async (target) => {
    expect(await compile([join(root, 'node_modules/.bin/tsc')], target)).toBe('');
  },
);

const older = await olderCompiler();
(older ? describe : describe.skip)('TypeScript 5.9', () => {
  test.each(Object.keys(targets) as (keyof typeof targets)[])(
    'checks a program for a %s',
    async (target) => {
      expect(await compile(older!, target)).toBe('');
    },
    120_000,
  );
});

test('the program runs as a module and as CommonJS on every Node.js of this machine', async () => {
  await compile([join(root, 'node_modules/.bin/tsc')], 'node');
  const call = `.then(async ({ tour }) => console.log(JSON.stringify(await tour(${JSON.stringify(fixture.origin)}, ${JSON.stringify(testKeys.good)}))))`;
  for (const [version, node] of await installedNodes())
    for (const load of [
      `import('./tour.js')`,
      ...(requiresModules(version) ? [`Promise.resolve(require('./tour.cjs'))`] : []),
    ]) {
      const { stdout } = await run(node, ['-e', `${load}${call}`], { cwd: userFolder() });
      expect([version, load, JSON.parse(stdout)]).toEqual([version, load, SEEN]);
    }
});
