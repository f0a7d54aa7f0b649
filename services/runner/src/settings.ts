import { MODEL_ID_FAULT, modelIdIn } from '@assay/contract/areas/model-providers/model-id';
import { integerSetting, listSetting, parsedSetting, textSetting } from '@assay/kit/settings/setting';
import { MODEL_ID } from './domain/models/scripted-rules.ts';

export const RUNNER_NAME = textSetting({
  name: 'RUNNER_NAME',
  defaultInWords: 'host name',
  explanation: ['Names it in logs and leases.'],
});

export const RUNNER_LABELS = listSetting({
  name: 'RUNNER_LABELS',
  default: [],
  explanation: ['Comma-separated [labels](runners.md#labels) of this runner.'],
});

export const RUNNER_SLOTS = integerSetting({
  name: 'RUNNER_SLOTS',
  default: 8,
  explanation: [
    'Iterations it works on at a time; 0 leaves this class of work to other runners, as with the other slots.',
  ],
});

export const RUNNER_INTERACTIVE_SLOTS = integerSetting({
  name: 'RUNNER_INTERACTIVE_SLOTS',
  default: 8,
  explanation: ['Work that a person waits for, such as questions to servers, at a time.'],
});

export const RUNNER_BROWSER_SLOTS = integerSetting({
  name: 'RUNNER_BROWSER_SLOTS',
  default: 4,
  explanation: [
    'Browsers of chat sessions that it keeps open at a time, if it has a browser; further ones wait for another runner.',
  ],
});

export const RUNNER_BACKGROUND_SLOTS = integerSetting({
  name: 'RUNNER_BACKGROUND_SLOTS',
  default: 2,
  explanation: ['Other work, such as drafting cases and judging, at a time, from each service.'],
});

export const RUNNER_GRACE_MS = integerSetting({
  name: 'RUNNER_GRACE_MS',
  default: 10_000,
  least: 0,
  most: 15_000,
  explanation: [
    'How long the work in hand may go on when the runner is told to stop, in milliseconds. The rest is given back then.',
  ],
});

export const AUTHORING_MODEL = parsedSetting(
  {
    name: 'AUTHORING_MODEL',
    default: MODEL_ID,
    explanation: [
      'The model that drafts cases, personas and journeys, `provider/name`.',
      '`scripted/rules` follows [published rules](scripted-rules.md) and needs no network.',
    ],
    fault: MODEL_ID_FAULT,
  },
  modelIdIn,
);
