import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadAll, readEnv, settingReads } from './env.ts';
import { KEY_ENCRYPTION_KEY } from './security/key-settings.ts';
import { knownSecrets } from './security/known-secrets.ts';
import {
  choiceSetting,
  integerSetting,
  listSetting,
  parsedSetting,
  switchSetting,
  textSetting,
  urlSetting,
} from './settings/setting.ts';

const named = (name: string) => ({ name, explanation: ['A setting of a test.'] });

test('all faults are told at once', () => {
  const read = () =>
    readEnv({ PORT: 'abc', KEY_ENCRYPTION_KEY: 'short', ON: 'maybe', COLOR: 'blue', LINK: 'ftp://x' }, (reader) => ({
      color: reader.optional(choiceSetting(named('COLOR'), ['red', 'green'])),
      url: reader.read(textSetting(named('URL'))),
      port: reader.read(integerSetting(named('PORT'))),
      key: reader.read(KEY_ENCRYPTION_KEY),
      on: reader.read(switchSetting(named('ON'))),
      link: reader.optional(urlSetting(named('LINK'))),
    }));
  expect(read).toThrow(
    'Bad configuration: COLOR is not one of red, green; URL is missing; PORT must be a whole number, at least 0; KEY_ENCRYPTION_KEY must be 32 bytes in base64 or hex, or several such keys with commas between them; ON must be true, on or 1, or else false, off or 0; LINK must be an http or https URL without credentials, query and fragment',
  );
});

test('a fault of several settings together is told with the faults of each', () => {
  const read = () =>
    readEnv({ PORT: 'abc' }, (reader) => {
      reader.read(integerSetting(named('PORT')));
      throw new ConfigError(['A and B belong together']);
    });
  expect(read).toThrow('Bad configuration: PORT must be a whole number, at least 0; A and B belong together');
});

test('a setting that is read twice has one fault', () => {
  const port = integerSetting(named('PORT'));
  expect(() => readEnv({}, ({ read }) => [read(port), read(port)])).toThrow(
    expect.objectContaining({ faults: ['PORT is missing'] }),
  );
});

test('a default stands in for an absent or empty setting, never for a malformed one', () => {
  const number = integerSetting({ ...named('A'), default: 5 });
  const text = textSetting({ ...named('B'), default: 'b' });
  const list = listSetting(named('L'));
  const isOn = switchSetting({ ...named('F'), default: true });
  expect(
    readEnv({ A: '', L: 'x, y,,z' }, ({ read }) => [read(number), read(text), read(text, 'c'), read(list), read(isOn)]),
  ).toEqual([5, 'b', 'c', ['x', 'y', 'z'], true]);
  expect(() => readEnv({ A: 'x' }, ({ read }) => read(number))).toThrow('A must be a whole number, at least 0');
});

test.each<[string, { least?: number; most?: number }, string[], string[]]>([
  ['must be a whole number, at least 1', { least: 1 }, ['1', '999999999'], ['0', '-1', '1.5', 'x']],
  ['must be a whole number, between 0 and 9', { most: 9 }, ['0', '9'], ['-5', '10', '1000000000']],
  ['must be a whole number, between 1 and 9', { least: 1, most: 9 }, ['1', '9'], ['0', '10', '']],
])('a number out of its bounds: %s', (fault, bounds, good, bad) => {
  const setting = integerSetting({ ...named('N'), ...bounds });
  const read = (text: string) => readEnv({ N: text }, (reader) => reader.read(setting));
  expect(good.map(read)).toEqual(good.map(Number));
  for (const text of bad) expect(() => read(text)).toThrow(text === '' ? 'N is missing' : `N ${fault}`);
});

test.each([
  ['True', true],
  ['on', true],
  ['1', true],
  ['OFF', false],
  ['0', false],
])('%s is the position of a switch', (text, position) =>
  expect(readEnv({ F: text }, ({ read }) => read(switchSetting(named('F'))))).toBe(position),
);

test('a URL has no slash at its end', () =>
  expect(readEnv({ U: 'https://x.example/a//' }, ({ read }) => read(urlSetting(named('U'))))).toBe(
    'https://x.example/a',
  ));

const EVERY_PART = 'https://user:hidden@x.example/a?key=hidden#hidden';
test.each([
  ['localhost:4318', [], 'must be an http or https URL without credentials, query and fragment'],
  ['ftp://x.example', [], 'must be an http or https URL without credentials, query and fragment'],
  [EVERY_PART, [], 'must be an http or https URL without credentials, query and fragment'],
  ['https://hidden@x.example', ['query'], 'must be an http or https URL without credentials and fragment'],
  ['https://x.example?key=hidden', ['credentials'], 'must be an http or https URL without query and fragment'],
  ['https://x.example#hidden', ['credentials', 'query'], 'must be an http or https URL without fragment'],
] as const)('the URL %s, which may have %j, is a fault that does not show it', (text, mayHave, fault) => {
  const read = () => readEnv({ U: text }, (reader) => reader.read(urlSetting({ ...named('U'), mayHave })));
  expect(read).toThrow(expect.objectContaining({ faults: [`U ${fault}`] }));
});

test('a URL may have credentials and a query where its setting allows them', () => {
  const setting = urlSetting({ ...named('U'), mayHave: ['credentials', 'query'] });
  const text = 'https://user:word@x.example/a?key=1';
  expect(readEnv({ U: text }, ({ read }) => read(setting))).toBe(text);
});

test('a fault of several settings together does not end the reading', () =>
  expect(() =>
    readEnv({ PORT: 'x' }, ({ read, refuse }) => {
      refuse('A and B belong together');
      return read(integerSetting(named('PORT')));
    }),
  ).toThrow('Bad configuration: A and B belong together; PORT must be a whole number, at least 0'));

test('several configurations tell the faults of all, each once', () => {
  const [a, b] = ['A', 'B'].map((name) => integerSetting(named(name)));
  const load = (env: Record<string, string>) =>
    loadAll(
      () => readEnv(env, ({ read }) => read(a!)),
      () => readEnv(env, ({ read }) => [read(a!), read(b!)]),
    );
  expect(load({ A: '1', B: '2' })).toEqual([1, [1, 2]]);
  expect(() => load({ A: 'x' })).toThrow(
    expect.objectContaining({ faults: ['A must be a whole number, at least 0', 'B is missing'] }),
  );
});

test('a setting with a form of its own has a value, or is absent, or is a fault', () => {
  const even = (raw: string) => (Number(raw) % 2 === 0 ? Number(raw) : undefined);
  const [a, b, c] = ['A', 'B', 'C'].map((name) => parsedSetting({ ...named(name), fault: 'must be even' }, even));
  const read = (env: Record<string, string>) =>
    readEnv(env, ({ optional, isSet }) => [optional(a!), optional(b!), isSet(a!), isSet(c!)]);
  expect(read({ A: '4', B: '' })).toEqual([4, undefined, true, false]);
  expect(() => read({ A: '3' })).toThrow('A must be even');
});

test('the faults that a parser finds are told with all others', () => {
  const never = parsedSetting({ ...named('A'), fault: 'must be even' }, (): undefined => {
    throw new ConfigError(['A/b is odd', 'A/c is odd']);
  });
  expect(() => readEnv({ A: '3', N: 'x' }, ({ read }) => [read(never), read(integerSetting(named('N')))])).toThrow(
    'Bad configuration: A/b is odd; A/c is odd; N must be a whole number, at least 0',
  );
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [path, none] = [join(folder, 's'), join(folder, 'none')];
  const secret = textSetting({ ...named('S'), isSecret: true });

  test('may hold a secret, whose value is masked and never part of a fault', () => {
    writeFileSync(path, 'from-file\n');
    expect(readEnv({ S_FILE: path }, ({ read }) => read(secret))).toBe('from-file');
    expect([...knownSecrets()]).toContain('from-file');
    expect(() =>
      readEnv({ S_FILE: none, KEY_ENCRYPTION_KEY: 'hush' }, ({ read }) => [read(secret), read(KEY_ENCRYPTION_KEY)]),
    ).toThrow(
      expect.objectContaining({
        faults: ['S_FILE cannot be read', expect.stringMatching(/^KEY_ENCRYPTION_KEY must be 32 bytes/)],
      }),
    );
  });

  test('that is a pipe is read once by a process', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    spawn('sh', ['-c', 'echo from-pipe > "$0"', pipe]);
    const read = () => readEnv({ S_FILE: pipe }, (reader) => reader.read(secret));
    expect([read(), read()]).toEqual(['from-pipe', 'from-pipe']);
  });

  test('without a text leaves its setting missing', () => {
    writeFileSync(path, '\n');
    expect(() => readEnv({ S_FILE: path }, ({ read }) => read(secret))).toThrow('S is missing');
  });

  test('may hold another setting only if its declaration allows it', () => {
    writeFileSync(path, 'hosts of a test');
    const [allowed, plain] = [textSetting({ ...named('A'), mayBeFile: true }), textSetting(named('P'))];
    expect(readEnv({ A_FILE: path, P_FILE: path }, ({ optional }) => [optional(allowed), optional(plain)])).toEqual([
      'hosts of a test',
      undefined,
    ]);
    expect([...knownSecrets()]).not.toContain('hosts of a test');
  });
});

test('the operator sees the sources of settings, and values of numbers and switches alone', () => {
  const settings = [
    textSetting({ ...named('S'), isSecret: true }),
    integerSetting({ ...named('N'), default: 5 }),
    switchSetting(named('F')),
  ];
  const listed = readEnv({ S: 'hush', F: 'on', PATH: '/bin' }, (reader) => {
    for (const setting of settings) reader.read<unknown>(setting);
    reader.variable('PATH');
    return reader.settings;
  });
  expect(listed).toEqual([
    { name: 'S', source: 'environment' },
    { name: 'N', source: 'default', value: '5' },
    { name: 'F', source: 'environment', value: 'true' },
  ]);
});

test('the declaration of every setting that is read is published', () => {
  const [text, number] = [textSetting(named('T')), integerSetting({ ...named('N'), default: 1 })];
  const seen: unknown[] = [];
  const note = (setting: unknown) => seen.push(setting);
  settingReads.subscribe(note);
  readEnv({}, ({ isSet, optional, read }) => [isSet(text), optional(text), read(number)]);
  settingReads.unsubscribe(note);
  expect(new Set(seen)).toEqual(new Set([text, number]));
});
