import { AttachEvalSuiteEnvironment, CreateEvalSuite, UpdateEvalSuite } from '@assay/contract/documents/suite';
import { CommitEvalAuthoringJob, GenerateEvalCases, ImportEvalCases } from '@assay/contract/documents/authoring';
import { CreateEvalCases } from '@assay/contract/documents/case-batch';
import { CreateEvalCase, UpdateEvalCase } from '@assay/contract/documents/case';
import { PreviewEvalAssertions, PromoteEvalIteration } from '@assay/contract/documents/replay';
import { UpdateEvalSuiteSchedule } from '@assay/contract/documents/schedule';
import { ImportEvalSuiteFile, SuiteFile } from '@assay/contract/documents/suite-file';
import { parser } from '@assay/kit/parse';
import { operations } from '@assay/contract/operations/index';
import { examplesOf } from './examples.ts';
import { plain } from './json-schema.ts';
import { verdictOf } from './verdict.ts';

const documents = {
  CreateEvalSuite, UpdateEvalSuite, AttachEvalSuiteEnvironment, UpdateEvalSuiteSchedule, ImportEvalSuiteFile, SuiteFile,
  CreateEvalCase, UpdateEvalCase, CreateEvalCases, GenerateEvalCases, ImportEvalCases, CommitEvalAuthoringJob,
  PreviewEvalAssertions, PromoteEvalIteration,
};

test.each([...Object.entries(documents),...Object.entries(operations).filter(([,o])=>o.method!=='GET').map(([n,o])=>[n,o.input] as const)])('%s: what just fits a bound is accepted, what just breaks it is refused where it does', (_, schema) => {
  const parse = parser(schema);
  // That a body is an object is asked of every body, and has no place to name.
  const examples = examplesOf(plain(schema)).filter(({ document }) => typeof document === 'object' && document !== null && !Array.isArray(document));
  const surprises = examples.flatMap(({ bound, document, fault }) => {
    const verdict = verdictOf(parse, document);
    const expected = fault === undefined ? undefined : { code: 'VALIDATION_ERROR', path: fault };
    return verdict?.code === expected?.code && verdict?.path === expected?.path ? [] : [{ bound, document: JSON.stringify(document).slice(0, 300), expected, verdict }];
  });
  expect(surprises.slice(0, 10)).toEqual([]);
  console.log(_, examples.length);
});
