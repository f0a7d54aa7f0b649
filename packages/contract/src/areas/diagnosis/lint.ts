import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, record } from '../../schema.ts';
import { Prose } from '../../text.ts';

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

/** One change of a JSON Patch (RFC 6902). */
export type PatchOperation = Static<typeof PatchOperation>;
export const PatchOperation = open(
  {
    op: oneOf(['add', 'remove', 'replace']),
    path: Type.String(),
    value: Type.Optional(Type.Unknown()),
  },
  { $id: 'JsonPatchOperation' },
);

export type LintRewrite = Static<typeof LintRewrite>;
export const LintRewrite = open(
  {
    patch: Type.Array(PatchOperation, { description: 'JSON Patch (RFC 6902) for the declaration of the item.' }),
    blanks: Type.Array(Type.String(), {
      description: 'Pointers of texts with parts in ‹ ›, which only the owner of the server can fill in.',
    }),
    tokens: Type.Integer({ description: 'About how many tokens more the declaration takes with it.' }),
  },
  { $id: 'LintRewrite', description: 'The smallest change of the declaration after which the rule is satisfied.' },
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
    rewrite: Type.Optional(LintRewrite),
  },
  { $id: 'LintFinding' },
);

const Kind = oneOf(['tool', 'resource', 'resourceTemplate', 'prompt', 'server']);

/** Which findings a suppression is about. */
export const suppressed = {
  ruleId: Type.String({ minLength: 1, maxLength: 100 }),
  item: Type.Optional(
    closed(
      { kind: Kind, name: Type.String({ maxLength: 2_000, description: 'The name, the URI or the URI template.' }) },
      { description: 'The item whose findings are suppressed; the findings of the whole server when absent.' },
    ),
  ),
  paths: Type.Optional(
    Type.Array(Type.String({ maxLength: 2_000 }), {
      minItems: 1,
      maxItems: 500,
      description: 'The places in the item, as JSON Pointers; every place of it when absent. Needs `item`.',
    }),
  ),
};

export type CreateLintSuppression = Static<typeof CreateLintSuppression>;
export const CreateLintSuppression = closed(
  { ...suppressed, reason: Prose(1_000, { minLength: 1, description: 'Why the declaration is right as it is.' }) },
  { $id: 'CreateLintSuppression' },
);

export type LintSuppression = Static<typeof LintSuppression>;
export const LintSuppression = open(
  {
    id: Id,
    ...suppressed,
    reason: Type.String(),
    createdBy: Type.Optional({ ...Id, description: 'The user who suppressed it.' }),
    createdAt: EpochMs(),
  },
  { $id: 'LintSuppression', description: 'Findings of a rule that are not reported, and why.' },
);
export const LintSuppressions = open({ items: Type.Array(LintSuppression) }, { $id: 'LintSuppressions' });
export const LintSuppressionDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'LintSuppressionDeleted' });

export type SuppressedFinding = Static<typeof SuppressedFinding>;
export const SuppressedFinding = open(
  { ...LintFinding.properties, suppressionId: Id },
  { $id: 'SuppressedLintFinding' },
);

export type CatalogueCost = Static<typeof CatalogueCost>;
export const CatalogueCost = open(
  {
    method: Type.String({
      description: 'How tokens are counted. `4 characters per token` is an estimate: tokenizers differ by a fifth.',
    }),
    tokens: Type.Integer({ description: 'Of the declarations of all tools, in every request that offers them.' }),
    tools: Type.Array(open({ name: Type.String(), tokens: Type.Integer() }), {
      description: 'The largest first, 500 at most.',
    }),
  },
  { $id: 'LintCatalogueCost' },
);

export type SimilarTools = Static<typeof SimilarTools>;
export const SimilarTools = open(
  {
    tools: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
    words: Type.Array(Type.String(), { description: 'The words that both have, 10 at most.' }),
    share: Type.Number({ description: 'The part of all their words that both have, 0 to 1.' }),
  },
  { $id: 'LintSimilarTools', description: 'Two tools whose names, descriptions and parameters share words.' },
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
      { error: Type.Integer(), warning: Type.Integer(), note: Type.Integer(), suppressed: Type.Integer() },
      {
        description:
          'Counts all findings, including findings that are left out. A suppressed one counts as `suppressed` alone.',
      },
    ),
    costs: Type.Record(Type.String(), Type.String(), {
      description: 'What a violation costs, by the id of each rule that has findings.',
    }),
    suppressed: Type.Array(SuppressedFinding, { description: 'Findings that are suppressed, 500 at most.' }),
    catalogue: CatalogueCost,
    similarTools: Type.Array(SimilarTools, {
      description: 'Pairs of tools that share the most words, 10 at most, among the first 200 tools.',
    }),
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
