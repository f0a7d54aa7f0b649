import { Type, type Static } from 'typebox';
import { nullable, open } from '@assay/contract/schema';
import { compiler, issueOf, type Issue } from '@assay/kit/json/schema';

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

/** What the JSON reporters of Jest and Vitest write, as far as it is read here. */
export type JestReport = Static<typeof Report>;
const Report = open({ testResults: Type.Array(File) });

// A hostile report is not walked to its end.
const compile = compiler();

/** The first place where something is no such report. */
export function jestReportFault(value: unknown): Issue | undefined {
  const check = compile(Report);
  return check(value) ? undefined : issueOf(check.errors![0]!);
}
