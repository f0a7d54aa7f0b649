import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { patternOf, PatternError } from '@assay/grading/regex';
import { guardSchema, SchemaError } from '@assay/grading/schema-guard';
import type { Fault } from '@assay/contract/fault';
import { endlessReference } from './schema-references.ts';

interface Asserted {
  type?: string;
  pattern?: string;
  schema?: unknown;
}

/** Patterns and schemas of a case that no run could use. */
export function* caseAssertionFaults(
  { steps, checks }: Pick<CreateEvalCase, 'steps' | 'checks'>,
  path: string,
): Generator<Fault> {
  for (const [i, step] of steps.entries())
    if (step.kind === 'assert') yield* assertionFaults(step.assertion as Asserted, `${path}/steps/${i}/assertion`);
  yield* assertionListFaults(checks?.list, `${path}/checks/list`);
}

/** Faults in a list of assertions. */
export function* assertionListFaults(assertions: readonly Asserted[] = [], path: string): Generator<Fault> {
  for (const [i, assertion] of assertions.entries()) yield* assertionFaults(assertion, `${path}/${i}`);
}

/** The fault of an assertion: an invalid pattern, or a schema that is too large, endless, or in another document. */
export function* assertionFaults({ type, pattern, schema }: Asserted, path: string): Generator<Fault> {
  if (type === 'responseMatches' || type === 'responseNotMatches')
    yield* faultOf(`${path}/pattern`, () => patternProblem(pattern!));
  if (type === 'toolResultMatchesSchema') yield* faultOf(`${path}/schema`, () => schemaProblem(schema));
}

function* faultOf(path: string, problem: () => string | undefined): Generator<Fault> {
  const found = problem();
  if (found) yield { path, message: `cannot be used: ${found}` };
}

/** Why a pattern fails every iteration. */
export function patternProblem(source: string): string | undefined {
  try {
    return patternOf(source).nested ? 'the pattern repeats a repetition' : undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** References are checked, and never followed out of the document. */
function schemaProblem(schema: unknown): string | undefined {
  try {
    guardSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
  const reference = endlessReference(schema);
  return reference && `${reference.why}: ${reference.ref.slice(0, 200)}`;
}
