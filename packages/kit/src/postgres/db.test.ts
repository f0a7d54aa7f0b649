import { isUnavailable } from './db.ts';

test.each([
  ['a Postgres that is not there', { code: 'ECONNREFUSED' }, true],
  ['a Postgres whose name is not known', { code: 'ENOTFOUND' }, true],
  ['a Postgres whose machine is not there', { code: 'EHOSTUNREACH' }, true],
  ['a Postgres that shuts down', { code: '57P01' }, true],
  ['a Postgres without free connections', { code: '53300' }, true],
  ['a pool without free connections', { message: 'timeout exceeded when trying to connect' }, true],
  ['a lost connection', { message: 'Connection terminated unexpectedly' }, true],
  ['a duplicate key', { code: '23505' }, false],
  ['a cancelled statement', { code: '57014' }, false],
  ['a bug', { message: 'x is not a function' }, false],
])('%s is told from a bug', (_, error, away) => expect(isUnavailable(error)).toBe(away));
