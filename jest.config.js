import { availableParallelism } from 'node:os';

/** Tests run as native ES modules; swc only strips the types, as Node does in production. */
export default {
  testMatch: ['<rootDir>/{proto,gateway,packages,services,deploy}/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/', '/.turbo/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } }],
  },
  testEnvironment: '<rootDir>/packages/testkit/src/plain-globals.ts',
  globalSetup: '<rootDir>/packages/testkit/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testkit/src/global-teardown.ts',
  // Ends what hangs: a test that starts the product takes ten seconds alone, and several times that on a busy machine.
  testTimeout: 90_000,
  // Modules of a test file stay in memory as long as the process that ran it, so no process runs them all.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  workerIdleMemoryLimit: '1GB',
};
