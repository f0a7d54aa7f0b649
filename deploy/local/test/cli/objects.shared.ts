import { nouns, type Noun } from '../../../../packages/cli/src/commands/nouns.ts';
import { sharedInstallation } from '../support/shared-installation.ts';
import { commandsOf, type AssayCommand } from './commands.ts';

let assay: AssayCommand;
let projectName: string;
beforeAll(async () => {
  const installation = await sharedInstallation();
  const { api } = installation;
  assay = commandsOf(installation, api);
  projectName = (await api.assay.getProject({ projectId: api.projectId })).name;
});

const ID = /[a-z]+_[0-9a-z]{26}/g;
const withoutIds = (text: string) => text.replaceAll(ID, '<id>');

test('a persona is created, listed, changed and archived by its name', async () => {
  const name = 'Ann / night: "shift" ü';
  expect(withoutIds((await assay(['persona', 'create', name, '--role', 'nurse'])).stdout)).toBe(
    `persona ${name} is created: <id>\n`,
  );
  const listed = await assay(['persona', 'list', '--json', 'name,role']);
  expect(JSON.parse(listed.stdout)).toEqual([{ name, role: 'nurse' }]);
  expect((await assay(['persona', 'list'], { isPerson: true })).stdout).toMatch(/^ {2}NAME +ROLE +SOURCE +CHANGED$/m);
  expect(await assay(['persona', 'update', 'ANN', '--role', 'doctor'])).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse((await assay(['persona', 'show', 'ann / n'])).stdout)).toMatchObject({ name, role: 'doctor' });
  expect(await assay(['persona', 'rm', 'ann / n', '--yes'])).toMatchObject({ code: 2, stdout: '' });
  expect(await assay(['persona', 'rm', name])).toMatchObject({
    code: 2,
    stderr: `assay: no person is there to confirm: Archive persona "${name}"?\n  --yes answers it.\n`,
  });
  expect(await assay(['persona', 'rm', name], { isPerson: true, answer: 'n' })).toMatchObject({ code: 2, stdout: '' });
  expect(await assay(['persona', 'rm', name], { isPerson: true, answer: 'y' })).toMatchObject({
    code: 0,
    stdout: `persona ${name} is archived.\n`,
  });
  expect((await assay(['persona', 'list', '--jsonl'])).stdout).toBe('');
});

test('two objects of one name are an error that lists both', async () => {
  for (const role of ['nurse', 'doctor']) await assay(['persona', 'create', 'Cy', '--role', role]);
  const { code, stderr } = await assay(['persona', 'show', 'Cy']);
  expect([code, withoutIds(stderr)]).toEqual([
    2,
    'assay: two personas match "Cy":\n  Cy   <id>   doctor\n  Cy   <id>   nurse\nGive the id.\n',
  ]);
  const [id] = stderr.match(ID)!;
  expect(JSON.parse((await assay(['persona', 'show', id])).stdout)).toMatchObject({ name: 'Cy' });
});

test('the project is found by its name, and an unknown one is told', async () => {
  const env = { ASSAY_PROJECT: projectName };
  expect(JSON.parse((await assay(['project', 'show'], { env })).stdout)).toMatchObject({ name: projectName });
  const refused = await assay(['persona', 'list', '--project', 'no such project']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no project "no such project".') });
});

test('a missing field is told by its option, and a wrong one by the platform', async () => {
  expect(await assay(['persona', 'create', 'Dee'])).toMatchObject({
    code: 2,
    stderr: 'assay: assay persona create needs --role.\n  assay persona create --help\n',
  });
  expect(await assay(['persona', 'create', '-d', '{"role": "x"}'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs a name'),
  });
  const unknown = await assay(['persona', 'create', 'Dee', '--role', 'x', '-d', '{"rank": 1}']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('rank')]);
});

test('an environment is created of names, resolved, changed and archived by its revision', async () => {
  const client = JSON.parse((await assay(['client', 'create', 'Desk', '--template', 'claude', '--json'])).stdout);
  await assay(['server', 'add', 'unused', '--url', 'http://127.0.0.1:9/mcp']);
  await assay(['group', 'create', 'desk', '--server', 'unused']);
  const created = await assay(['environment', 'create', 'staging', '--client', 'desk', '--group', 'desk', '--json']);
  expect(JSON.parse(created.stdout)).toMatchObject({ name: 'staging', hostId: client.id, revision: 1 });
  expect((await assay(['environment', 'update', 'staging', '--description', 'a'])).stdout).toBe(
    'environment staging is changed.\n',
  );
  expect(JSON.parse((await assay(['environment', 'update', 'staging', '--description', '', '--json'])).stdout)).toEqual(
    expect.not.objectContaining({ description: expect.anything() }),
  );
  expect(await assay(['environment', 'resolve', 'staging'])).toMatchObject({ code: 0, stderr: '' });
  expect(await assay(['environment', 'archive', 'staging', '--yes'])).toMatchObject({ code: 0 });
  expect(JSON.parse((await assay(['environment', 'list', '--json', 'name'])).stdout)).toEqual([]);
});

test('a secret is read from standard input, replaced, and never printed', async () => {
  const value = 'value-of-the-token';
  expect(await assay(['secret', 'set', 'TOKEN', value])).toMatchObject({
    code: 2,
    stderr:
      'assay: a secret is not taken from an argument, where others can read it.\n' +
      '  echo "$TOKEN" | assay secret set TOKEN        or: assay secret set TOKEN < file\n',
  });
  const outputs = [
    await assay(['secret', 'set', 'TOKEN'], { stdin: `${value}\n` }),
    await assay(['secret', 'set', 'TOKEN', '--json'], { stdin: `${value}-2` }),
    await assay(['secret', 'list']),
    await assay(['secret', 'show', 'TOKEN']),
  ];
  expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(withoutIds(outputs[0]!.stdout)).toBe('secret TOKEN is kept: <id>\n');
  expect(JSON.parse(outputs[1]!.stdout)).toMatchObject({ name: 'TOKEN', revision: 2 });
  expect(JSON.stringify(outputs)).not.toContain(value);
  expect(await assay(['secret', 'set', 'TOKEN'], { isPerson: true })).toMatchObject({ code: 2 });
  expect(await assay(['secret', 'set', 'TOKEN'], { stdin: '\n' })).toMatchObject({ code: 2 });
  expect(await assay(['secret', 'rm', 'TOKEN', '--yes'])).toMatchObject({ code: 0 });
});

/** Lists that need a run, a person's session, or a directory in the internet. */
const ELSEWHERE = new Set(['run iterations', 'key list', 'key all', 'member invitations', 'registry search']);

test('every list that needs no argument is answered as JSON and as a table', async () => {
  const commands = (await Promise.all(Object.values<Noun>(nouns).map(({ load }) => load()))).flat();
  const lists = commands.filter(
    ({ words, input: { prints, needs, arguments: args } }) =>
      prints === 'list' &&
      needs !== 'nothing' &&
      needs !== 'operator' &&
      Object.values(args).every(({ kind }) => kind === 'maybe' || kind === 'any') &&
      words !== 'api' &&
      !ELSEWHERE.has(words),
  );
  expect(lists.length).toBeGreaterThan(15);
  for (const { words } of lists) {
    const json = await assay([...words.split(' '), '--json']);
    expect([words, json.code, json.stderr, json.stdout[0]]).toEqual([words, 0, '', '[']);
    const table = await assay(words.split(' '), { isPerson: true });
    expect([words, table.code, table.stdout.split('\n').filter((line) => line.length > 80)]).toEqual([words, 0, []]);
  }
});

test('a client is renamed and changed by the configuration that was read', async () => {
  await assay(['client', 'create', 'Support', '--template', 'claude']);
  expect(await assay(['client', 'update', 'Support', '--name', 'Support 2'])).toMatchObject({
    code: 0,
    stdout: 'client Support 2 is changed.\n',
  });
  const set = await assay(['client', 'update', 'Support 2', '-d', '{"set": {"temperature": 0.2}}']);
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect((await assay(['client', 'versions', 'Support 2', '--json', 'versionNumber'])).stdout).toContain('2');
  expect(await assay(['client', 'rm', 'Support 2', '--yes'])).toMatchObject({ code: 0 });
});
