import { operation } from '../../operation.ts';
import { AuditEntryPage, AuditExport, ExportAuditLog, ListAuditLog } from './documents.ts';

const auditing = { tag: 'Audit log', access: 'owner', service: 'catalog' } as const;

export const exportAuditLog = operation({
  ...auditing,
  method: 'GET',
  path: '/organizations/{organizationId}/audit-log/export',
  summary: 'Read the audit log as lines of JSON, oldest first.',
  description:
    'In the order in which entries came in, up to 10,000 of them and 16 MB. Where there are more, the header `Link` leads to them (`rel="next"`). The header ' +
    '`X-Next-Cursor` is there always: who asks with it later, as `cursor`, gets all that came in since and nothing twice.',
  input: ExportAuditLog,
  status: 200,
  reply: AuditExport,
  produces: 'application/x-ndjson',
  timeoutMs: 60_000,
});

export const listAuditLog = operation({
  ...auditing,
  method: 'GET',
  path: '/organizations/{organizationId}/audit-log',
  summary: 'List who changed what, newest first.',
  description:
    'Every write and every sign-in, and the attempts of those who may not to write what only people or administrators may, the same one once a minute. ' +
    'An entry is there a moment after what it tells of, and nobody can change it. A page of long entries ends before `limit`. Without `projectId` entries of projects that are gone are among them.',
  input: ListAuditLog,
  status: 200,
  reply: AuditEntryPage,
});
