import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readEnv } from './env.ts';

test('all faults are told at once', () => {
  const read = () =>
    readEnv({ PORT: 'abc', KEY: 'short', ON: 'maybe', COLOR: 'blue' }, (r) => ({
      color: r.choice('COLOR', ['red', 'green']),
      url: r.text('URL'),
      port: r.int('PORT'),
      key: r.key('KEY'),
      on: r.flag('ON'),
    }));
  expect(read).toThrow(
    'Bad configuration: COLOR is not one of red, green; URL is missing; PORT is malformed; KEY is malformed; ON is malformed',
  );
});

test('a fallback stands in for what is absent or empty, never for what is malformed', () => {
  expect(
    readEnv({ A: '', L: 'x, y,,z' }, (r) => ({
      a: r.int('A', 5),
      b: r.text('B', 'b'),
      l: r.list('L'),
      f: r.flag('F', true),
    })),
  ).toEqual({ a: 5, b: 'b', l: ['x', 'y', 'z'], f: true });
  expect(() => readEnv({ A: 'x' }, (r) => r.int('A', 5))).toThrow('A is malformed');
});

test('what a setting is parsed into is there, or absent, or a fault', () => {
  const even = (raw: string) => (Number(raw) % 2 === 0 ? Number(raw) : undefined);
  expect(readEnv({ A: '4', B: '' }, (r) => [r.parsed('A', even), r.parsed('B', even), r.parsed('C', even)])).toEqual([
    4,
    undefined,
    undefined,
  ]);
  expect(() => readEnv({ A: '3' }, (r) => r.parsed('A', even))).toThrow('A is malformed');
});

test('what a parser says of a setting is told with all the rest', () => {
  const never = (): undefined => {
    throw new ConfigError(['A/b is odd', 'A/c is odd']);
  };
  expect(() => readEnv({ A: '3', N: 'x' }, (r) => [r.parsed('A', never), r.int('N')])).toThrow(
    'Bad configuration: A/b is odd; A/c is odd; N is malformed',
  );
});

test('a secret may lie in a file, and its value is never part of a fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  writeFileSync(join(folder, 's'), 'from-file\n');
  expect(readEnv({ S_FILE: join(folder, 's') }, (r) => r.secret('S'))).toBe('from-file');
  expect(() => readEnv({ S_FILE: join(folder, 'none'), K: 'hush-hush' }, (r) => [r.secret('S'), r.key('K')])).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hush') }),
  );
  expect(() => readEnv({ S_FILE: join(folder, 'none') }, (r) => r.secret('S'))).toThrow('S_FILE cannot be read');
  rmSync(folder, { recursive: true });
});
