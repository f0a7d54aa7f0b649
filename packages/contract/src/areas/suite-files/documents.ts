import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { CreateEvalCase } from '../cases/documents.ts';
import { settingsInput } from '../suites/settings.ts';
import { CaseUpsert } from '../suites/documents.ts';
import { Name, Prose } from '../../text.ts';

const DeclaredId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });

/** A suite as a file declares it, in YAML or JSON. The file is complete: an absent setting has its default. */
export type SuiteFile = Static<typeof SuiteFile>;
export const SuiteFile = closed(
  {
    assay: Type.Literal(1, { description: 'The version of this format.' }),
    id: {
      ...DeclaredId,
      description: 'Names the suite for good, also when its name changes. Unique within a project.',
    },
    name: Name(),
    description: Type.Optional(Prose(10_000)),
    tags: Type.Optional(Type.Array(Prose(100), { maxItems: 50 })),
    servers: Type.Array(Name(), { minItems: 1, maxItems: 50, description: 'Names of saved servers of the project.' }),
    model: Type.Optional(
      Prose(200, { minLength: 1, description: 'Provider and name; what cases run on that name no model.' }),
    ),
    systemPrompt: Type.Optional(Prose(100_000)),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    settings: Type.Optional(closed(settingsInput)),
    cases: Type.Array(CreateEvalCase, {
      maxItems: 10_000,
      description: 'A case without `id` is known by its place; give ids to cases that are to keep their history.',
    }),
  },
  { $id: 'EvalSuiteFile' },
);

/** Formats of suite files; a foreign format is converted, with a claim on every case. */
export const SuiteFileFormat = oneOf(['assay', 'promptfoo', 'mcp-servers']);

/** The body that makes a project's suite equal to a file. */
export type ImportEvalSuiteFile = Static<typeof ImportEvalSuiteFile>;
export const ImportEvalSuiteFile = closed(
  {
    content: Type.String({ minLength: 1, maxLength: 8_388_608, description: 'The file, in YAML or JSON.' }),
    fileName: Type.Optional(Prose(255, { minLength: 1 })),
    format: Type.Optional(SuiteFileFormat),
    servers: Type.Optional(
      Type.Array(Name(), {
        minItems: 1,
        maxItems: 50,
        description:
          'Names of saved servers that the suite is to run against, instead of the servers that the file names. Needed for a format that names none.',
      }),
    ),
    model: Type.Optional(Prose(200, { minLength: 1, description: 'Provider and name, for a file that names none.' })),
    dryRun: Type.Optional(Type.Boolean({ description: 'Answers what the import would change and writes nothing.' })),
  },
  { $id: 'EvalSuiteFileImportRequest' },
);

/** The outcome of importing a suite file. */
export type EvalSuiteFileImported = Static<typeof EvalSuiteFileImported>;
export const EvalSuiteFileImported = open(
  {
    suiteId: Type.Optional(Id),
    declaredId: Type.String(),
    name: Type.String(),
    format: SuiteFileFormat,
    dryRun: Type.Boolean(),
    created: Type.Boolean({ description: 'The project had no suite of this declared id.' }),
    cases: open({
      created: Type.Integer(),
      updated: Type.Integer(),
      unchanged: Type.Integer(),
      deleted: Type.Integer(),
    }),
    caseUpsert: CaseUpsert,
    claims: Type.Array(
      open({
        title: Type.String(),
        declaredId: Type.Optional(Type.String()),
        status: Type.String(),
        note: Type.Optional(Type.String()),
      }),
      {
        description: 'Of a converted file: what the converter claims about each case.',
      },
    ),
    warnings: Type.Array(Type.String()),
  },
  { $id: 'EvalSuiteFileImported' },
);

export const ExportEvalSuiteFile = open(
  { format: Type.Optional(oneOf(['yaml', 'json'], { description: '`yaml` when absent.' })) },
  { $id: 'ExportEvalSuiteFile' },
);
export type EvalSuiteFileExported = Static<typeof EvalSuiteFileExported>;
export const EvalSuiteFileExported = open(
  { fileName: Type.String(), format: oneOf(['yaml', 'json']), content: Type.String() },
  { $id: 'EvalSuiteFileExported' },
);
