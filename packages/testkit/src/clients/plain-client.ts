import type { ClientConfig } from '@assay/contract/areas/clients/config';

/** A client with what every client has, and nothing else; `more` lies over it. */
export const plainClient = (more: Partial<ClientConfig> = {}): ClientConfig => ({
  hostStyle: 'assay',
  modelId: 'openai/gpt-4.1',
  systemPrompt: '',
  requireToolApproval: false,
  serverIds: [],
  optionalServerIds: [],
  connectionDefaults: { headers: {}, requestTimeout: null },
  clientCapabilities: {},
  hostContext: {},
  ...more,
});
