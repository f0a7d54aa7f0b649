import { operation } from '../../operation.ts';
import { AuditEntryPage, AuditExport, ExportAuditLog, ListAuditLog } from './documents.ts';

const auditing = { tag: 'Audit log', access: 'owner', service: 'catalog' } as const;

export const exportAuditLog = operation({
  ...auditing,
  method: 'GET',
  path: '/organizations/{organizationId}/audit-log/export',
  summary: 'Read the audit log as lines of JSON, oldest first.',
  description:
    'In the order in which entries were stored, up to 10,000 of them and 16 MB. If there are more, the header `Link` leads to them (`rel="next"`). The header ' +
    '`X-Next-Cursor` is always present: a later request with it as `cursor` gets every entry stored since, and none twice.',
  input: ExportAuditLog,
  status: 200,
  reply: AuditExport,
  produces: 'application/x-ndjson',
  replyHeaders: {
    'X-Next-Cursor': 'The cursor after the last entry of this answer.',
    Link: 'The address of the next entries, `rel="next"`; absent when there are none yet.',
  },
  timeoutMs: 60_000,
});

export const listAuditLog = operation({
  ...auditing,
  method: 'GET',
  path: '/organizations/{organizationId}/audit-log',
  summary: 'List who changed what, newest first.',
  description:
    'Every write and every sign-in. Also refused attempts at writes that are only for signed-in people or administrators; a repeated attempt is recorded once a minute. ' +
    'An entry appears a moment after its event, and cannot be changed. A page of long entries ends before `limit`. Without `projectId`, entries of deleted projects are included.',
  input: ListAuditLog,
  status: 200,
  reply: AuditEntryPage,
});
