import type { Model } from '@assay/contract/areas/model-providers/model';
import { ConfigError } from '@assay/kit/env';
import { integerSetting, parsedSetting, switchSetting, textSetting } from '@assay/kit/settings/setting';
import { isApiKey } from './domain/api-keys/api-key.ts';
import { readHostedModels } from './domain/model-providers/hosted-models.ts';

/** The log refuses the deletion of younger entries. */
const LEAST_AUDIT_DAYS = 30;

function auditDaysIn(raw: string): number | undefined {
  const days = /^\d{1,9}$/.test(raw) ? Number(raw) : undefined;
  return days === 0 || (days !== undefined && days >= LEAST_AUDIT_DAYS) ? days : undefined;
}

function hostedModelsIn(raw: string): Model[] {
  const { models, faults } = readHostedModels(raw);
  if (faults.length > 0) throw new ConfigError(faults.map(({ path, message }) => `HOSTED_MODELS${path} ${message}`));
  return models;
}

const noLessThan = (limit: string): string =>
  `\`${limit}\` must not be more; the one of the two that is not set follows the other.`;

export const MAX_CONCURRENT_RUNS = integerSetting({
  name: 'MAX_CONCURRENT_RUNS',
  default: 2,
  least: 1,
  explanation: ['Runs that one organization may have under way, unless it set another number.'],
});

export const MAX_RUN_MINUTES = integerSetting({
  name: 'MAX_RUN_MINUTES',
  default: 20,
  least: 1,
  explanation: [
    'How long a run may take from its first trial, in minutes, unless the organization set another number.',
    'A run keeps the limits of its launch.',
  ],
});

export const MAX_QUEUE_MINUTES = integerSetting({
  name: 'MAX_QUEUE_MINUTES',
  default: 1_440,
  least: 1,
  explanation: [
    'How long a run may wait for its first runner, in minutes, unless the organization set another number.',
  ],
});

export const MAX_REPETITIONS = integerSetting({
  name: 'MAX_REPETITIONS',
  default: 100,
  least: 1,
  explanation: ['How often a run may try a case, unless the organization set another number.'],
});

export const RATE_LIMIT_MAX_PER_MINUTE = integerSetting({
  name: 'RATE_LIMIT_MAX_PER_MINUTE',
  default: 6_000,
  least: 1,
  explanation: [
    "The most requests a minute that an organization's owners may set for themselves.",
    noLessThan('RATE_LIMIT_PER_MINUTE'),
  ],
});

export const RATE_LIMIT_MAX_BURST = integerSetting({
  name: 'RATE_LIMIT_MAX_BURST',
  default: 600,
  least: 1,
  explanation: [
    "The most requests at once that an organization's owners may set for themselves.",
    noLessThan('RATE_LIMIT_BURST'),
  ],
});

export const MAX_CONCURRENT_RUNS_CEILING = integerSetting({
  name: 'MAX_CONCURRENT_RUNS_CEILING',
  default: 100,
  least: 1,
  explanation: [
    "The most runs under way that an organization's owners may set for themselves.",
    noLessThan('MAX_CONCURRENT_RUNS'),
  ],
});

export const MAX_RUN_MINUTES_CEILING = integerSetting({
  name: 'MAX_RUN_MINUTES_CEILING',
  default: 1_440,
  least: 1,
  explanation: [
    "The longest run, in minutes, that an organization's owners may set for themselves.",
    noLessThan('MAX_RUN_MINUTES'),
  ],
});

export const MAX_QUEUE_MINUTES_CEILING = integerSetting({
  name: 'MAX_QUEUE_MINUTES_CEILING',
  default: 10_080,
  least: 1,
  explanation: [
    "The longest wait of a run, in minutes, that an organization's owners may set for themselves.",
    noLessThan('MAX_QUEUE_MINUTES'),
  ],
});

export const MAX_REPETITIONS_CEILING = integerSetting({
  name: 'MAX_REPETITIONS_CEILING',
  default: 100,
  least: 1,
  explanation: [
    "The most trials of a case that an organization's owners may set for themselves.",
    noLessThan('MAX_REPETITIONS'),
  ],
});

export const RETENTION_RUNS_DAYS = integerSetting({
  name: 'RETENTION_RUNS_DAYS',
  default: 400,
  explanation: ['Retention of runs for organizations that set none, in days after the end; 0 is for ever.'],
});

export const RETENTION_TRACES_DAYS = integerSetting({
  name: 'RETENTION_TRACES_DAYS',
  default: 0,
  explanation: ['Retention of traces for organizations that set none, in days after the end; 0 is for ever.'],
});

export const RETENTION_SESSIONS_DAYS = integerSetting({
  name: 'RETENTION_SESSIONS_DAYS',
  default: 0,
  explanation: ['Retention of sessions for organizations that set none, in days after the end; 0 is for ever.'],
});

export const RETENTION_AUDIT_DAYS = parsedSetting(
  {
    name: 'RETENTION_AUDIT_DAYS',
    default: 400,
    fault: `must be at least ${LEAST_AUDIT_DAYS}, or 0 for ever`,
    explanation: ['Retention of the audit log for organizations that set none, in days; 0 is for ever. At least 30.'],
  },
  auditDaysIn,
);

export const RETENTION_MODEL_CALLS_DAYS = integerSetting({
  name: 'RETENTION_MODEL_CALLS_DAYS',
  default: 400,
  explanation: [
    'Retention of the ledger of model calls, in days; 0 is for ever.',
    'Budgets keep the spending; one that is added later counts only calls that are kept.',
  ],
});

export const HOSTED_SCRIPTED_MODELS = switchSetting({
  name: 'HOSTED_SCRIPTED_MODELS',
  default: true,
  explanation: [
    'Offers `scripted/…`, which follows [published rules](scripted-rules.md) and is not a language model. Off in the chart.',
  ],
});

export const HOSTED_MODELS = parsedSetting(
  {
    name: 'HOSTED_MODELS',
    mayBeFile: true,
    fault: 'must be a JSON array of models',
    default: [],
    defaultInWords: '`[]`',
    explanation: [
      'The models that all organizations may use, as a JSON array of `{"id": "provider/name", "name"?, "description"?, "inputUsdPerMillion"?, "outputUsdPerMillion"?, "cachedInputUsdPerMillion"?, "supportedReasoningEfforts"?}`.',
      'The runners need the settings of the providers.',
      'Without prices a model counts in tokens only, and budgets in money refuse it.',
    ],
  },
  hostedModelsIn,
);

export const ASSAY_INIT_OWNER_EMAIL = textSetting({
  name: 'ASSAY_INIT_OWNER_EMAIL',
  isSecret: true,
  explanation: ['Seeds an empty installation with an owner; without it the installation stays empty.'],
});

export const ASSAY_INIT_ORG = textSetting({
  name: 'ASSAY_INIT_ORG',
  mayBeFile: true,
  default: 'My organization',
  explanation: ['The name of the first organization.'],
});

export const ASSAY_INIT_PROJECT = textSetting({
  name: 'ASSAY_INIT_PROJECT',
  mayBeFile: true,
  default: 'Default',
  explanation: ['The name of the first project.'],
});

export const ASSAY_INIT_API_KEY = parsedSetting(
  {
    name: 'ASSAY_INIT_API_KEY',
    isSecret: true,
    fault: 'must be sk_ and at least 32 letters, digits, - or _',
    explanation: ['The first key: `sk_` and at least 32 letters, digits, `-` or `_`.'],
  },
  (raw) => (isApiKey(raw) ? raw : undefined),
);

export const ASSAY_INIT_OWNER_PASSWORD = textSetting({
  name: 'ASSAY_INIT_OWNER_PASSWORD',
  isSecret: true,
  explanation: [
    "The owner's password, 12 characters or more; without it the owner can only use single sign-on.",
    'An owner of that address who has no password yet gets it with the next start.',
  ],
});
