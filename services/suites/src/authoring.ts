import type { CreateEvalSuite, EvalSuiteCreated } from '@assay/contract/documents/suite';
import type { Channel } from '@assay/kit/client';
import { newId } from '@assay/kit/id';
import { storeSuite } from './actions/store-suite.ts';
import { newDeclaredId } from './declared-id.ts';
import type { Deps } from './deps.ts';
import { toBody as toCaseBody } from './domain/case-record.ts';
import { fromInline } from './domain/inline-case.ts';
import { draftServerFault, faultOf } from './domain/draft.ts';
import { toBody, type SuiteBody } from './domain/suite-record.ts';
import type { Idempotency } from './idempotency.ts';
import { nameTaken, refuse } from './refusals.ts';
import { requiredServers, type NamedServer } from './servers.ts';

/** Who authors a suite, under which id if it is given, and under which key the request may be repeated. */
interface Author { projectId: string; suiteId?: string; userId?: string | undefined; idempotency?: Idempotency | undefined }

/**
 * Checks a draft and stores it as a suite of the project. VALIDATION_ERROR names the path that breaks a rule, CONFLICT
 * means that the name is taken.
 */
export async function author({ pool, catalog }: Pick<Deps, 'pool' | 'catalog'>, { projectId, suiteId = newId('suite'), userId, idempotency }: Author, draft: CreateEvalSuite): Promise<EvalSuiteCreated> {
  const { body, servers } = await checked(catalog, projectId, draft);
  const cases = draft.tests.map((each) => ({ id: newId('case'), declaredId: newDeclaredId(), body: toCaseBody(fromInline(each)) }));
  const committed = cases.map(({ id, body: { title } }) => ({ id, name: title }));
  const reply = { suiteId, name: draft.name, servers, caseUpsert: { committed, failed: [] } };
  const stored = await storeSuite(pool, { id: suiteId, projectId, name: draft.name, body, creation: idempotency && { ...idempotency, reply } }, cases, userId);
  if (!stored) throw nameTaken(draft.name);
  return reply;
}

/** Holds a draft against every rule; answers how it would be stored, and its servers. */
export async function checked(catalog: Channel, projectId: string, draft: CreateEvalSuite): Promise<{ body: SuiteBody; servers: NamedServer[] }> {
  refuse(faultOf(draft));
  const servers = await requiredServers(catalog, projectId, draft.serverIds, '/serverIds');
  refuse(draftServerFault(draft, servers.map(({ name }) => name)));
  return { body: toBody(draft), servers };
}
