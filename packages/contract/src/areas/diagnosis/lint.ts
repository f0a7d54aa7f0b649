import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open, record } from '../../schema.ts';

const severity = ['error', 'warning', 'note'] as const;
export type Severity = (typeof severity)[number];

export type LintServer = Static<typeof LintServer>;
export const LintServer = closed(
  {
    ignore: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 200,
        description: 'Ids of rules that are not applied.',
      }),
    ),
    severity: Type.Optional(
      oneOf([...severity], { description: 'The least severity that is reported; `note` when absent.' }),
    ),
    format: Type.Optional(
      oneOf(['json', 'sarif'], { description: '`sarif` answers a SARIF 2.1.0 log as `application/sarif+json`.' }),
    ),
  },
  { $id: 'LintServerRequest' },
);

export type LintFinding = Static<typeof LintFinding>;
export const LintFinding = open(
  {
    ruleId: Type.String(),
    severity: oneOf([...severity]),
    location: open({
      kind: oneOf(['tool', 'resource', 'resourceTemplate', 'prompt', 'server']),
      name: Type.String({ description: 'The name, the URI or the URI template.' }),
      path: Type.String({ description: 'JSON Pointer in the item, empty for the item itself.' }),
    }),
    message: Type.String(),
    fix: Type.String({ description: 'What to try.' }),
    helpUrl: Type.Optional(Type.String({ format: 'uri' })),
  },
  { $id: 'LintFinding' },
);

/** Findings about the declarations of a server. */
export type LintReport = Static<typeof LintReport>;
export const LintReport = open(
  {
    kind: Type.Literal('lintReport'),
    serverId: Id,
    contentHash: Type.String({ description: 'The hash of the linted surface, as an export has it.' }),
    rules: Type.Integer({ description: 'How many rules were applied.' }),
    summary: open(
      { error: Type.Integer(), warning: Type.Integer(), note: Type.Integer() },
      { description: 'Counts all findings, including findings that are left out.' },
    ),
    findings: Type.Array(LintFinding, { description: 'The most severe first, 5000 at most and 500 of a rule.' }),
    omitted: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'How many findings of a rule are left out, by its id.',
      }),
    ),
  },
  { $id: 'LintReport' },
);

export const SarifLog = open(
  {
    $schema: Type.String({ format: 'uri' }),
    version: Type.Literal('2.1.0'),
    runs: Type.Array(record()),
  },
  { $id: 'SarifLog', description: 'SARIF 2.1.0, as OASIS defines it.' },
);
