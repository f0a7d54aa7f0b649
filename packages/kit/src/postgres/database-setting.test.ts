import { readEnv } from '../env.ts';
import { databaseSetting } from './database-setting.ts';

const setting = databaseSetting({ name: 'D', explanation: ['A setting of a test.'] });
const read = (text: string) => readEnv({ D: text }, (reader) => reader.read(setting));

test.each([
  'postgres://catalog:word@db:5432/assay?sslmode=verify-full',
  'postgresql://catalog@db/assay',
  'POSTGRES://db',
  'postgres:///assay?host=/run/postgresql',
  'postgres://catalog:word@/assay?host=/run/postgresql',
  'socket:/run/postgresql?db=assay',
  '/run/postgresql assay',
])('the database %s is accepted as it is written', (url) => expect(read(url)).toBe(url));

test.each([
  'hunter2hidden',
  'http://me:hidden@db/assay',
  'db:5432/hidden',
  'host=db password=hidden',
  'postgres://[hidden',
])('the text %s is no database, and is not shown', (text) =>
  expect(() => read(text)).toThrow(
    expect.objectContaining({ faults: ['D must be a postgres:// or postgresql:// URL'] }),
  ),
);
