import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { StudyVisit, VisitEvents, VisitMessage, VisitTurn } from '@assay/contract/areas/visits/documents';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { visitorTokensOf } from '@assay/contract/areas/visits/visitor-tokens';
import { tokenHashOf } from '../../src/domain/visits/visitor-hash.ts';
import { linkTokenOf } from '../../src/domain/studies/link-token.ts';
import type { StudyMode } from '@assay/contract/areas/studies/documents';
import type { GuestLimits } from '../../src/domain/visits/guest-limits.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';
import { meshSecret, type TestEnvironments } from '../support/start.ts';

const limits: GuestLimits = {
  enabled: true,
  sharedSkillsEnabled: true,
  dailyCreditCap: 5,
  dailyTurnCap: 1_000,
  dailyVisitorTurnCap: 50,
};

/** Writes a study of a new environment; answers its id and the token of its link. */
export async function storedStudy(
  db: Db,
  { mode = 'anyone_with_link', changes = {} }: { mode?: StudyMode; changes?: Partial<GuestLimits> } = {},
): Promise<{ studyId: string; linkToken: string }> {
  const environmentId = await storedEnvironment(db, await storedClient(db));
  const studyId = newId('study');
  await db.query(sql`
    insert into studies (id, organization_id, project_id, environment_id, name, description, mode, guest_execution)
    values (${studyId}, 'org_1', 'prj_1', ${environmentId}, 'Travel desk', 'Ask about trips.', ${mode},
      ${JSON.stringify({ ...limits, ...changes })})`);
  return { studyId, linkToken: linkTokenOf(meshSecret, { kind: 'study', id: studyId, linkVersion: 1 }) };
}

/** Invites a member; answers the id and the token of the personal link. */
export async function storedMember(
  db: Db,
  studyId: string,
  userId: string | null = null,
): Promise<{ memberId: string; linkToken: string }> {
  const memberId = newId('studymem');
  await db.query(sql`
    insert into study_members (id, study_id, email, folded_email, user_id)
    values (${memberId}, ${studyId}, ${memberId}, ${memberId}, ${userId})`);
  return { memberId, linkToken: linkTokenOf(meshSecret, { kind: 'member', id: memberId, linkVersion: 1 }) };
}

/** Writes a conversation of the newest visitor of a study, with one turn of these messages; answers the ids. */
export async function storedConversation(
  db: Db,
  studyId: string,
  { messages = [] as object[], status = 'completed', minutesAgo = 0 } = {},
): Promise<{ sessionId: string; turnId: string; visitorId: string }> {
  const [sessionId, turnId] = [newId('chat'), newId('turn')];
  const [visitor] = await rows<{ id: string }>(
    db,
    sql`select id from visitors where study_id = ${studyId} order by id desc limit 1`,
  );
  const isOpen = status === 'waiting' || status === 'running';
  await db.query(sql`
    insert into chat_sessions (id, organization_id, project_id, origin, study_id, visitor_id, settings, spec, open_turn_id, last_activity_at)
    values (${sessionId}, 'org_1', 'prj_1', 'study', ${studyId}, ${visitor!.id}, '{"modelId": "scripted/echo", "serverIds": [], "toolMode": "auto"}', '{}', ${isOpen ? turnId : null},
      now() - make_interval(mins => ${minutesAgo}))`);
  await db.query(sql`
    insert into turns (id, session_id, prompt_index, caller_id, idempotency_key, request_hash, status, request, first_message)
    values (${turnId}, ${sessionId}, 0, ${visitor!.id}, ${turnId}, 'x', ${status}, '{"maxSteps": 20, "timeoutMs": 1000, "decisions": []}', 0)`);
  for (const [index, body] of messages.entries())
    await db.query(sql`
      insert into chat_messages (session_id, index, turn_id, body)
      values (${sessionId}, ${index}, ${turnId}, ${JSON.stringify(body)})`);
  return { sessionId, turnId, visitorId: visitor!.id };
}

/** A browser that visits a study by a link, as the gateway passes its requests on. */
export class Browser {
  readonly #service: Pick<TestEnvironments, 'mesh'>;
  /** The cookie; empty before the first visit. */
  token = '';
  sessionToken = '';

  constructor(service: Pick<TestEnvironments, 'mesh'>) {
    this.#service = service;
  }

  /** The answer to the page, or the code of the refusal. */
  open = (linkToken: string) => this.#answer<StudyVisit>(operations.getVisit, linkToken);

  async begin(linkToken: string): Promise<StudyVisit | string> {
    const { reply, headers } = await this.#call(operations.beginVisit, linkToken, { consent: true });
    if (typeof reply === 'string') return reply;
    this.token = /^__Host-assay_visitor=([\w.-]+); /.exec(headers['Set-Cookie'] ?? '')![1]!;
    return reply as StudyVisit;
  }

  messages = (linkToken: string, query: object = {}) =>
    this.#answer<{ items: VisitMessage[]; nextCursor?: string }>(operations.listVisitMessages, linkToken, query);
  send = (linkToken: string, text: string, idempotencyKey = text) =>
    this.#answer<VisitTurn>(operations.sendVisitMessage, linkToken, { text }, { idempotencyKey });
  decide = (linkToken: string, toolCallId: string, isApproved: boolean) =>
    this.#answer<VisitTurn>(operations.decideVisitCalls, linkToken, { decisions: [{ toolCallId, isApproved }] });
  cancel = (linkToken: string) => this.#answer<{ cancelled: boolean }>(operations.cancelVisitTurn, linkToken);
  events = (linkToken: string, lastEventId = '', waitMs = '0') =>
    this.#answer<VisitEvents>(operations.streamVisitEvents, linkToken, {}, { lastEventId, waitMs });
  rate = (linkToken: string, feedback: object) => this.#answer(operations.saveVisitFeedback, linkToken, feedback);
  end = (linkToken: string, erase = false) => this.#answer(operations.endVisit, linkToken, { erase });

  async #answer<T>(
    operation: Operation,
    linkToken: string,
    input: object = {},
    headers: object = {},
  ): Promise<T | string> {
    return (await this.#call(operation, linkToken, input, headers)).reply as T | string;
  }

  async #call(operation: Operation, linkToken: string, input: object, more: object = {}) {
    const caller = {
      requestId: 'req_test',
      ...(operation.access === 'visitor' && { visitorHash: visitorTokensOf(this.token).map(tokenHashOf).join(' ') }),
    };
    const request = {
      linkToken,
      visitorToken: this.token,
      sessionToken: this.sessionToken,
      input: Buffer.from(JSON.stringify(input)),
      ...more,
    };
    try {
      const { json, headers } = await this.#service.mesh.call(rpcOf(operation), request, {
        caller,
      });
      return { reply: JSON.parse(json.toString()) as object, headers };
    } catch (error) {
      if (error instanceof Problem) return { reply: error.code, headers: {} as Record<string, string> };
      throw error;
    }
  }
}
