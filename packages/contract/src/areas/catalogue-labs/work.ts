import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, open, record } from '../../schema.ts';

/** One question to a model: which of the offered tools it calls for a prompt. No tool is executed. */
export type CatalogueTrial = Static<typeof CatalogueTrial>;
export const CatalogueTrial = open({
  position: Type.Integer({ minimum: 0 }),
  prompt: Type.String(),
  /** The places of the offered tools in the task's `tools`, in the order in which they are offered. */
  offered: Type.Array(Type.Integer({ minimum: 0 })),
});

/** The input of a work item of kind `catalogue-trial`: some trials of one lab. */
export type CatalogueTask = Static<typeof CatalogueTask>;
export const CatalogueTask = open({
  version: Type.Literal(1),
  labId: Id,
  account: open({ organizationId: Type.String(), projectId: Type.String(), keyId: Type.String() }),
  model: Type.String(),
  access: Type.Optional(open({ sealed: Type.String(), context: Type.String() })),
  systemPrompt: Type.Optional(Type.String()),
  temperature: Type.Optional(Type.Number()),
  /** Declarations of tools, each with a name of its own. */
  tools: Type.Array(record()),
  trials: Type.Array(CatalogueTrial),
});

/** The answer of the model in one trial: a live event, and a part of the output. */
export type CatalogueAnswer = Static<typeof CatalogueAnswer>;
export const CatalogueAnswer = open({
  position: Type.Integer({ minimum: 0 }),
  calls: Type.Array(
    open({
      /** As the declaration has it; a name that was not offered stays as the model wrote it. */
      toolName: Type.String(),
      isOffered: Type.Boolean(),
      /** Absent when they are not a JSON object, or too long. */
      arguments: Type.Optional(record()),
    }),
  ),
  usage: Type.Optional(
    open({
      inputTokens: Type.Integer({ minimum: 0 }),
      outputTokens: Type.Integer({ minimum: 0 }),
      costMicros: Type.Optional(Type.Number({ minimum: 0 })),
    }),
  ),
  /** Why the model did not answer. */
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
});

/** The output of a work item of kind `catalogue-trial`. */
export type CatalogueOutput = Static<typeof CatalogueOutput>;
export const CatalogueOutput = open({
  version: Type.Literal(1),
  answers: Type.Array(CatalogueAnswer),
  /** Why no further trial of the lab can succeed. */
  stop: Type.Optional(open({ code: Type.String(), message: Type.String() })),
});
