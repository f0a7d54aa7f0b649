import base from './jest.config.js';

process.env.TEST_SLOW = '1';

/** The full variants of the slow tests, of which `npm test` runs short variants, and the tests that are slow only. */
export default {
  ...base,
  testMatch: [
    '<rootDir>/deploy/check/chart/chart-push.slow.ts',
    '<rootDir>/deploy/check/clients/clients.slow.ts',
    '<rootDir>/deploy/check/images/registry-digest.slow.ts',
    '<rootDir>/deploy/check/releases/release.slow.ts',
    '<rootDir>/deploy/docker/bundle.slow.ts',
    '<rootDir>/deploy/local/test/ci/github-action.slow.ts',
    '<rootDir>/deploy/local/test/cli/packed.slow.ts',
    '<rootDir>/deploy/local/test/cli/recipes.slow.ts',
    '<rootDir>/deploy/local/test/console/console.test.ts',
    '<rootDir>/deploy/local/test/console/firefox.slow.ts',
    '<rootDir>/deploy/rehearse/test/kills.slow.ts',
    '<rootDir>/deploy/rehearse/test/pooled.slow.ts',
    '<rootDir>/deploy/rehearse/test/rehearsal.slow.ts',
    '<rootDir>/deploy/rehearse/test/scale-out.slow.ts',
    '<rootDir>/deploy/local/test/launcher/memory-return.slow.ts',
    '<rootDir>/deploy/local/test/launches/collector.slow.ts',
    '<rootDir>/deploy/local/test/limits/limits.test.ts',
    '<rootDir>/deploy/local/test/runs/ingest.test.ts',
    '<rootDir>/deploy/local/test/sdk/packed.slow.ts',
    '<rootDir>/deploy/local/test/servers/conformance.slow.ts',
    '<rootDir>/deploy/local/test/swarms/limited.slow.ts',
    '<rootDir>/deploy/migrate/test/verified-tls.slow.ts',
    '<rootDir>/packages/contract/test/contract-agreement.test.ts',
    '<rootDir>/services/diagnostics/test/oauth-grants/grants-load.int.test.ts',
    '<rootDir>/services/runner/test/conformance/conformance.slow.ts',
    '<rootDir>/services/suites/test/cases/write-cases.int.test.ts',
    '<rootDir>/services/suites/test/suite-files/large-suite-files.int.test.ts',
  ],
};
