import base from './jest.config.js';

/** Prints the processor time of each test file, on Linux: in all its processes, and in the test's own. */
export default {
  ...base,
  testEnvironment: '<rootDir>/packages/testkit/src/jest/cpu-environment.ts',
  // In the process that starts Postgres.
  maxWorkers: 1,
  workerIdleMemoryLimit: undefined,
  forceExit: true,
};
