import { histogram } from '@assay/kit/telemetry/metric';

export const operationDuration = histogram(
  {
    name: 'mcp.client.operation.duration',
    unit: 's',
    description:
      'How long requests to MCP servers took; a handshake is an `initialize`. `error.type` is the code of the failure, or `cancelled`.',
    labels: ['mcp.method.name', 'error.type'],
  },
  // The bounds that the conventions for MCP advise (https://github.com/open-telemetry/semantic-conventions-genai).
  [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
);
