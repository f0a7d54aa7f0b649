import base from './jest.config.js';

process.env.TEST_SLOW = '1';

/** The full variants of the slow tests; `npm test` runs their short variants. */
export default {
  ...base,
  testMatch: [
    '<rootDir>/deploy/local/test/failures/kills.test.ts',
    '<rootDir>/deploy/local/test/failures/replacements.test.ts',
    '<rootDir>/deploy/local/test/launcher/memory-return.slow.ts',
    '<rootDir>/deploy/local/test/runs/ingest.test.ts',
    '<rootDir>/services/diagnostics/test/oauth-grants/grants-load.int.test.ts',
  ],
};
