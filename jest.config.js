import { availableParallelism } from 'node:os';

/** Tests run as native ES modules, whose types Node strips as in production; a worker keeps one module registry. */
export default {
  testMatch: ['<rootDir>/{proto,gateway,packages,services,deploy}/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/', '/.turbo/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testEnvironment: '<rootDir>/packages/testkit/src/jest/process-environment.ts',
  testSequencer: '<rootDir>/packages/testkit/src/jest/longest-first.ts',
  runtime: '<rootDir>/packages/testkit/src/jest/process-runtime.ts',
  globalSetup: '<rootDir>/packages/testkit/src/global-setup.ts',
  globalTeardown: '<rootDir>/packages/testkit/src/global-teardown.ts',
  // Ends what hangs: a test that starts the product takes ten seconds alone, and several times that on a busy machine.
  testTimeout: 90_000,
  // Two more than there are cores: many tests wait for servers and time-outs for longer than they compute.
  maxWorkers: availableParallelism() + 2,
  workerIdleMemoryLimit: '1GB',
  // A worker writes its compile cache when it ends, which on a busy machine takes longer than jest's 500 ms. A leak takes
  // for ever, and is still told.
  workerGracefulExitTimeout: 10_000,
};
