import { counter } from '@assay/kit/telemetry/metric';

export const oauthRefreshes = counter({
  name: 'assay.oauth.refreshes',
  unit: '{refresh}',
  description: 'Renewals of OAuth tokens of MCP servers, by outcome (renewed, failed).',
  labels: ['outcome'],
});
