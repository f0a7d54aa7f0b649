import { operation } from '../../operation.ts';
import { open } from '../../schema.ts';
import { EnvironmentCapabilities } from './documents.ts';

export const getEnvironmentCapabilities = operation({
  method: 'GET',
  path: '/projects/{projectId}/environments/capabilities',
  tag: 'Environments',
  summary: 'Read what environments can do in this installation.',
  access: 'viewer',
  service: 'environments',
  input: open({}),
  status: 200,
  reply: EnvironmentCapabilities,
});
