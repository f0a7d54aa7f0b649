import { integerSetting, switchSetting } from '@assay/kit/settings/setting';

export const REPORT_LINKS = switchSetting({
  name: 'REPORT_LINKS',
  default: true,
  explanation: [
    'Whether JUnit and Markdown hold the addresses of the run and its traces.',
    '`false` where the installation ends before its reports are read, as the one of `assay test` does.',
  ],
});

/** Runners send a heartbeat every second; a lease has to survive the loss of one. */
const MIN_LEASE_MS = 3_000;

export const LEASE_MS = integerSetting({
  name: 'LEASE_MS',
  default: 15_000,
  least: MIN_LEASE_MS,
  explanation: ['How long a lease lasts without a heartbeat, in milliseconds.'],
});

export const ARTIFACTS_PER_DAY = integerSetting({
  name: 'ARTIFACTS_PER_DAY',
  default: 2_000,
  explanation: [
    'How many artifacts one organization may upload within 24 hours.',
    'More are refused: RATE_LIMITED with `limit` `artifacts`.',
  ],
});

export const ARTIFACT_MB_PER_DAY = integerSetting({
  name: 'ARTIFACT_MB_PER_DAY',
  default: 2_048,
  explanation: [
    'How many MiB of artifacts one organization may upload within 24 hours.',
    'More are refused: RATE_LIMITED with `limit` `artifactBytes`.',
  ],
});
