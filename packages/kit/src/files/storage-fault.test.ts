import { storageFault } from './storage-fault.ts';

const withCode = (code: string, cause?: Error) => Object.assign(new Error('it failed', { cause }), { code });

test.each([
  ['a full disk', withCode('ENOSPC'), 'The disk of this installation is full.'],
  ['a used-up quota', withCode('EDQUOT'), 'The disk of this installation is full.'],
  ['a full disk of Postgres', withCode('53100'), 'The disk of this installation is full.'],
  [
    'a migration that met it',
    new Error('failed', { cause: withCode('53100') }),
    'The disk of this installation is full.',
  ],
  ['a read-only file system', withCode('EROFS'), 'The storage of this installation takes no writes.'],
  ['a Postgres that takes no writes', withCode('25006'), 'The storage of this installation takes no writes.'],
  ['a connection that was refused', withCode('ECONNREFUSED'), undefined],
  ['a bug', new TypeError('x is undefined'), undefined],
])('%s is told in words, and nothing else is', (_, error, words) => expect(storageFault(error)).toBe(words));
