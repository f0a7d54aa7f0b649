import { given } from '@assay/contract/given';
import { SuiteCreated } from '@assay/mesh/events';
import { publish } from '@assay/kit/events/outbox';
import { conflict } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { isDuplicate, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import type { StoredSuite, SuiteBody } from '../../domain/suites/suite-record.ts';
import { targetsOf } from '../../domain/suites/suite-targets.ts';
import { planCases, type CasePlan, type DeclaredCase } from '../../domain/suite-files/suite-file-cases.ts';
import { loadOf, roomFault, sumOfLoads } from '../../domain/suites/suite-capacity.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { refuseFault } from '@assay/contract/fault';
import { findExtent, insertCases, listCases } from '../../store/cases/cases.ts';
import { deleteCases, replaceCases, replaceOrder } from '../../store/cases/declared-cases.ts';
import { insertRevision } from '../../store/suites/revisions.ts';
import { claimSuite, findDeclaredSuite, hasSuiteNamed, insertSuite } from '../../store/suites/suites.ts';
import { reviseSuite } from '../suites/revise-suite.ts';

/** A suite as its file declares it. */
export interface DeclaredSuite {
  projectId: string;
  declaredId: string;
  name: string;
  body: SuiteBody;
  cases: DeclaredCase[];
}

/** The result of an import; without `suiteId` the suite does not exist yet. */
export interface ImportedSuite {
  suiteId?: string;
  created: boolean;
  plan: CasePlan;
  written: { id: string; name: string }[];
}

/**
 * Makes the suite with a declared id equal to its file in one transaction, and creates it when there is none. Throws
 * CONFLICT when the suite was made by hand, or another suite has its name; VALIDATION_ERROR when the file has more
 * cases than a suite may have.
 */
export async function importSuiteFile(
  pool: Pool,
  declaration: DeclaredSuite,
  userId: string | undefined,
): Promise<ImportedSuite> {
  assertFits(declaration);
  return transaction(pool, async (tx) => {
    const { suite, created } = await claimedOrCreated(tx, declaration, userId);
    // A file does not name environments and clients, so the attached ones stay.
    const { name, body } = declaration;
    await reviseSuite(tx, suite, { name, body: { ...body, ...targetsOf(suite.body) } }, userId);
    const plan = planCases(declaration.cases, created ? [] : await listCases(tx, suite.id));
    const written = await applied(tx, suite.id, plan, declaration.cases);
    await audit(tx, { target: { suiteId: suite.id }, after: summaryOf(declaration, { created, plan, written }) });
    return {
      suiteId: suite.id,
      created,
      plan,
      written,
    };
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(declaration.name) : error;
  });
}

/** An import as the audit log shows it; changed settings have an entry of their own. */
const summaryOf = ({ declaredId, name }: DeclaredSuite, { created, plan, written }: ImportedSuite) => ({
  declaredId,
  name,
  created,
  casesCreated: plan.created.length,
  casesUpdated: plan.updated.length,
  casesDeleted: plan.deleted.length,
  caseIds: written.map(({ id }) => id),
});

/** The result that `importSuiteFile` would have now. */
export async function previewSuiteFile(pool: Pool, declaration: DeclaredSuite): Promise<ImportedSuite> {
  assertFits(declaration);
  const { projectId, declaredId, name, cases } = declaration;
  const suite = await findDeclaredSuite(pool, projectId, declaredId);
  if (suite) assertOfFile(suite);
  if (suite?.name !== name && (await hasSuiteNamed(pool, projectId, name))) throw nameTaken(name);
  const plan = planCases(cases, suite ? await listCases(pool, suite.id) : []);
  return {
    ...given({ suiteId: suite?.id }),
    created: !suite,
    plan,
    written: [],
  };
}

async function claimedOrCreated(
  tx: Tx,
  declaration: DeclaredSuite,
  userId: string | undefined,
): Promise<{ suite: StoredSuite; created: boolean }> {
  const { projectId, declaredId, name, body } = declaration;
  const claim = async () => {
    const found = await findDeclaredSuite(tx, projectId, declaredId);
    return found && claimSuite(tx, projectId, found.id);
  };
  let suite = await claim();
  const id = newId('suite');
  const created =
    !suite &&
    (await insertSuite(tx, {
      id,
      projectId,
      name,
      declaredId,
      managedBy: 'ci',
      body,
    }));
  if (created) {
    await insertRevision(tx, {
      suiteId: id,
      revision: 1,
      name,
      body,
      changed: [],
      createdBy: userId,
    });
    await publish(tx, SuiteCreated, { suiteId: id, projectId, createdAtMs: Date.now() });
  }
  // A concurrent import of the file may have created the suite; this import continues with it.
  suite ??= await claim();
  if (!suite) throw nameTaken(name);
  assertOfFile(suite);
  return { suite, created };
}

/** A file declares all cases of its suite, so the stored cases do not count. */
function assertFits({ cases }: DeclaredSuite): void {
  refuseFault(roomFault(cases.map(({ body }) => loadOf(body)).reduce(sumOfLoads, { cases: 0, bytes: 0 }), '/cases'));
}

function assertOfFile({ managedBy, declaredId, id }: StoredSuite): void {
  if (managedBy !== 'ci')
    throw conflict(`The suite of the id ${declaredId} was made by hand and is not taken over by a file.`, {
      suiteId: id,
    });
}

/** Writes a plan with a constant number of statements; returns the written cases. */
async function applied(
  tx: Tx,
  suiteId: string,
  { created, updated, deleted }: CasePlan,
  declared: DeclaredCase[],
): Promise<{ id: string; name: string }[]> {
  if (deleted.length > 0) await deleteCases(tx, suiteId, deleted);
  if (updated.length > 0) await replaceCases(tx, suiteId, updated);
  const inserted =
    created.length > 0
      ? await insertCases(
          tx,
          suiteId,
          created.map((each) => ({ id: newId('case'), ...each })),
          (await findExtent(tx, suiteId)).end,
        )
      : [];
  await replaceOrder(
    tx,
    suiteId,
    declared.map(({ declaredId }) => declaredId),
  );
  return [...inserted, ...updated].map(({ id, body: { title } }) => ({ id, name: title }));
}
