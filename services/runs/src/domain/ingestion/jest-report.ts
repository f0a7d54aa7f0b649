import type { Static } from 'typebox';
import { Type } from '@assay/contract/type';
import { nullable, open } from '@assay/contract/schema';
import { schemaCompiler, issueOf, type SchemaIssue } from '@assay/kit/json/schema';

const Test = open({
  title: Type.String(),
  fullName: Type.Optional(Type.String()),
  status: Type.String(),
  duration: Type.Optional(nullable(Type.Number())),
  failureMessages: Type.Optional(nullable(Type.Array(Type.String()))),
});

/** The tests of one file. */
export type JestFile = Static<typeof File>;
const File = open({
  name: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  assertionResults: Type.Array(Test),
});

/** The part of the JSON reports of Jest and Vitest that is read. */
export type JestReport = Static<typeof Report>;
const Report = open({ testResults: Type.Array(File) });

// Stops at the first fault, so that a hostile report is not walked to its end.
const compile = schemaCompiler();

/** The first fault of a report, with its place. */
export function jestReportFault(value: unknown): SchemaIssue | undefined {
  const check = compile(Report);
  return check(value) ? undefined : issueOf(check.errors![0]!);
}
