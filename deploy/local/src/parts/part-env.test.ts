import { partEnv } from './part-env.ts';

const base = { meshSecret: 'mesh', keyEncryptionKey: 'key', databaseUrl: (role: string) => `postgres://${role}` };
const runnerPort = (port: string) => partEnv({ ...base, env: { METRICS_PORT: port } }, 'runner')['METRICS_PORT'];

test('metrics of the runner are at the port after the one of the platform, and off with it', () =>
  expect([runnerPort('9464'), runnerPort('0'), runnerPort('x')]).toEqual(['9465', '0', 'x']));
