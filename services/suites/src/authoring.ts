import type { CreateEvalSuite, EvalSuiteCreated } from '@assay/contract/documents/suite';
import { DirectoryService } from '@assay/contract/gen/assay/v1/catalog';
import { conflict, invalid } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import { newId } from '@assay/kit/id';
import { storeSuite } from './actions/store-suite.ts';
import type { Deps } from './deps.ts';
import { toBody as toCaseBody } from './domain/case-record.ts';
import { faultOf, serverFault, type Fault } from './domain/draft.ts';
import { toBody, type SuiteBody } from './domain/suite-record.ts';

/**
 * Checks a draft and stores it as a suite of the project. VALIDATION_ERROR names the path that breaks a rule, CONFLICT
 * means that the name is taken.
 */
export async function author({ pool, catalog }: Deps, projectId: string, draft: CreateEvalSuite, suiteId = newId('suite')): Promise<EvalSuiteCreated> {
  const { body, servers } = await checked(catalog, projectId, draft);
  const cases = draft.tests.map((each) => ({ id: newId('case'), body: toCaseBody(each) }));
  const stored = await storeSuite(pool, { id: suiteId, projectId, name: draft.name, body }, cases);
  if (!stored) throw nameTaken(draft.name);
  const committed = cases.map(({ id, body: { title } }) => ({ id, name: title }));
  return { suiteId, name: draft.name, servers, caseUpsert: { committed, failed: [] } };
}

/** Holds a draft against every rule; answers how it would be stored, and its servers. */
export async function checked(catalog: Channel, projectId: string, draft: CreateEvalSuite): Promise<{ body: SuiteBody; servers: { id: string; name: string }[] }> {
  refuse(faultOf(draft));
  const servers = await serversOf(catalog, projectId, draft.serverIds);
  refuse(serverFault(draft, servers.map(({ name }) => name)));
  return { body: toBody(draft), servers };
}

export const nameTaken = (name: string) => conflict(`The project already has a suite named "${name}".`);

/** Names of the servers, each once; an id that is not the project's is refused, as one that does not exist. */
async function serversOf(catalog: Channel, projectId: string, serverIds: string[]): Promise<{ id: string; name: string }[]> {
  const { servers } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: [...new Set(serverIds)] });
  const unknown = serverIds.findIndex((id) => !servers.some((server) => server.id === id));
  if (unknown >= 0) refuse({ path: `/serverIds/${unknown}`, message: 'is not a server of this project' });
  return servers.map(({ id, name }) => ({ id, name }));
}

/** Throws VALIDATION_ERROR in the shape that schema violations have. */
function refuse(fault: Fault | undefined): void {
  if (fault) throw invalid(`${fault.path} ${fault.message}.`, { issues: [fault] });
}
