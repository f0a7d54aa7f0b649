import { canonicalJson } from '@assay/contract/canonical';
import { ChangeMade } from '@assay/mesh/events';
import type { Event } from '@assay/mesh/event';
import type { Auditor, AuditedChange } from './change.ts';
import { auditedDocuments } from './audited-document.ts';
import type { Pool, Tx } from '../postgres/db.ts';
import { newId } from '../id.ts';
import { inFlight, type InFlight } from '../requests/in-flight.ts';
import { encodedEvents, insertOutboxEvents, publish, publishAlone, type OutboxEvent } from '../events/outbox.ts';
import type { Logger } from '../log.ts';

const MAX_TARGET_CHARS = 256;

/** In place of an organization: the log of what the operator changed. */
export const INSTALLATION_LOG = 'installation';

/**
 * Writes changes into the audit log, in the transaction that makes them. No change, be it undefined or one that left
 * everything as it was, leaves no entry. A change that a service makes by itself has no author.
 */
export async function audit(tx: Tx, ...changes: (AuditedChange | undefined)[]): Promise<void> {
  await publish(tx, ChangeMade, ...eventsOf(changes));
}

/** Publishes events, and writes the change that they tell of into the audit log, in one statement. */
export const publishWithAudit = <Message>(
  tx: Tx,
  change: AuditedChange | undefined,
  event: Event<Message>,
  ...published: Message[]
): Promise<void> =>
  insertOutboxEvents(tx, [...encodedEvents(event, published), ...encodedEvents(ChangeMade, eventsOf([change]))]);

/** The rows of the outbox for an entry that is written in no transaction. */
export const auditEvents = (change: AuditedChange): OutboxEvent[] => encodedEvents(ChangeMade, eventsOf([change]));

/** The events of the changes, and their outcome for the request in flight. */
function eventsOf(changes: (AuditedChange | undefined)[]): ChangeMade[] {
  const made = changes.filter((change): change is AuditedChange => change !== undefined && isChange(change));
  const request = inFlight();
  if (made.length === 0) auditNothing();
  const events = request ? made.flatMap((change) => eventOf(request, change) ?? []) : [];
  if (request && events.length > 0) request.audited = made.at(-1)!.outcome ?? 'done';
  return events;
}

/** Fields that every write moves. */
const OF_EVERY_WRITE = new Set(['updatedAt', 'revision', 'revisionNumber']);

const isChange = ({ before, after, isSecret = false }: AuditedChange): boolean =>
  isSecret || !before || !after || essenceOf(before) !== essenceOf(after);

const essenceOf = (document: object): string =>
  canonicalJson(Object.fromEntries(Object.entries(document).filter(([name]) => !OF_EVERY_WRITE.has(name))));

/** Undefined for a change that belongs to no organization's log. */
function eventOf(
  { caller, method }: InFlight,
  { target = {}, before, after, outcome = 'done', ...who }: AuditedChange,
): ChangeMade | undefined {
  const organizationId =
    who.organizationId ?? caller?.organizationId ?? (caller?.isOperator ? INSTALLATION_LOG : undefined);
  if (organizationId === undefined) return undefined;
  return {
    id: newId('audit'),
    atMs: Date.now(),
    organizationId,
    rpc: who.rpc ?? method,
    requestId: caller?.requestId ?? '',
    outcome,
    target: Object.fromEntries(Object.entries(target).map(([name, text]) => [name, text.slice(0, MAX_TARGET_CHARS)])),
    userId: who.userId ?? caller?.userId ?? '',
    keyId: who.keyId ?? caller?.keyId ?? '',
    sessionId: who.sessionId ?? caller?.sessionId ?? '',
    projectId: caller?.projectId ?? target.projectId ?? '',
    ...auditedDocuments(before, after),
  };
}

/** Says that the request in flight changes nothing, where there is no transaction for `audit` to say it in. */
export function auditNothing(): void {
  const request = inFlight();
  if (request) request.audited ??= 'nothing';
}

/** Writes changes that happen in no transaction of the database. */
export const auditor =
  (pool: Pool): Auditor =>
  async (change) =>
    publishAlone(pool, ChangeMade, ...eventsOf([change]));

/** An auditor for what has happened already: a failure is logged, since it must not hide the answer of the request. */
export const lenientAuditor = (pool: Pool, log: Logger): Auditor => {
  const note = auditor(pool);
  return (change) =>
    note(change).catch((error: unknown) =>
      log.error({ err: error, target: change.target }, 'an entry of the audit log could not be written'),
    );
};
