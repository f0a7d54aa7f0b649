import type { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import type { EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { given } from '@assay/contract/given';
import type { Channel } from '@assay/kit/rpc/client';
import { derivedId, newId } from '@assay/kit/id';
import type { FirstReply } from '@assay/kit/requests/idempotency';
import { derivedDeclaredId } from '../../actions/cases/declared-id.ts';
import { createSuite } from '../../actions/suites/store-suite.ts';
import type { Deps } from '../../deps.ts';
import { toBody as toCaseBody } from '../../domain/cases/case-record.ts';
import { fromInline } from '../../domain/cases/inline-case.ts';
import { draftServerFault, faultOf, withFlatSettings } from '../../domain/suites/suite-draft.ts';
import { toBody, type SuiteBody } from '../../domain/suites/suite-record.ts';
import { refuseFault } from '@assay/contract/fault';
import type { NamedServer } from '../../domain/suites/named-server.ts';
import { reserveTargets, settlingTargets } from './attach-targets.ts';
import { requiredServers } from '../servers/resolve-servers.ts';

/** The author of a suite, the id to use if there is one, and the idempotency key of the request. */
interface Author {
  projectId: string;
  suiteId?: string;
  userId?: string | undefined;
  key?: string | undefined;
}

/**
 * Checks a draft and stores it as a suite of the project. Throws VALIDATION_ERROR with the path that breaks a rule, or
 * CONFLICT when the name is taken.
 */
export async function authorSuiteDraft(
  deps: Pick<Deps, 'pool' | 'catalog' | 'environments'>,
  { projectId, suiteId = newId('suite'), userId, key }: Author,
  draft: CreateEvalSuite,
): Promise<FirstReply<EvalSuiteCreated>> {
  const { pool, catalog } = deps;
  const { body, servers } = await checkedDraft(catalog, projectId, draft);
  const cases = casesOf(suiteId, draft);
  const committed = cases.map(({ id, body: { title } }) => ({ id, name: title }));
  const reply = {
    suiteId,
    name: draft.name,
    servers,
    caseUpsert: { committed, failed: [] },
  };
  const { environmentIds, hosts } = draft;
  const isAttached = environmentIds !== undefined || hosts !== undefined;
  const holder = { id: suiteId, projectId };
  const create = async () => {
    const targets = isAttached
      ? await reserveTargets(deps, holder, { ...given({ environmentIds, hosts }) }, servers)
      : {};
    const suite = { ...holder, name: draft.name, body: { ...body, ...targets } };
    const request = { key, target: { projectId }, body: draft };
    return createSuite(pool, request, { suite, cases, createdBy: userId }, reply);
  };
  return isAttached ? settlingTargets(deps, holder, create) : create();
}

/**
 * The cases of a draft. Their ids follow from the suite's, so the draft and the suite that is written from it have the
 * same ones.
 */
export const casesOf = (suiteId: string, { tests = [] }: CreateEvalSuite) =>
  tests.map((each, i) => {
    const id = derivedId('case', `${suiteId} ${i}`);
    return { id, declaredId: derivedDeclaredId(id), body: toCaseBody(fromInline(each)) };
  });

/** Checks a draft against every rule; returns its stored form and its servers. */
export async function checkedDraft(
  catalog: Channel,
  projectId: string,
  draft: CreateEvalSuite,
): Promise<{ body: SuiteBody; servers: NamedServer[] }> {
  refuseFault(faultOf(draft));
  const servers = await requiredServers(catalog, projectId, draft.serverIds, '/serverIds');
  const flat = withFlatSettings(draft);
  refuseFault(
    draftServerFault(
      flat,
      servers.map(({ name }) => name),
    ),
  );
  return { body: toBody(flat), servers };
}
