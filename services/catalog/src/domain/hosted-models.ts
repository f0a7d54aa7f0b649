import type { Model } from '@assay/contract/documents/model';

const scripted: Model = {
  id: 'scripted/rules',
  provider: 'scripted',
  name: 'Scripted rules',
  description: 'Not a language model: follows published rules and always answers the same. For work without a network and for tests.',
  supportedReasoningEfforts: [],
};

/** The models that the operator has not switched off. */
export const hostedModels = (on: { scripted: boolean }): Model[] => (on.scripted ? [scripted] : []);
