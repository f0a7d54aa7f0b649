import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';

/** The tool calls of a model that are made without asking a person. */
export const ToolApproval = oneOf(['auto', 'readOnly', 'none'], {
  description:
    '`auto` (the default) makes every call; `readOnly` only calls of tools whose annotations say `readOnlyHint`; `none` makes none. The model is told that a call was not approved.',
});
export const MaxSteps = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'Model calls per prompt at most; 20 when absent.',
});

/** How a launch records or replays the traffic between its runner and the servers. */
export type CassetteInput = Static<typeof CassetteInput>;
export const CassetteInput = closed(
  {
    mode: oneOf(['record', 'replay', 'replayWrites'], {
      description:
        '`record` keeps the tool calls of the run, secrets masked, as a cassette; `replay` answers every call from a cassette and connects to nothing; `replayWrites` answers from it all but calls of tools whose annotations say `readOnlyHint`, which are made. Servers are called live when there is no cassette.',
    }),
    cassetteId: Type.Optional({
      ...Id,
      description: 'Which one to replay; required for a replay, and not allowed otherwise.',
    }),
  },
  { $id: 'EvalCassetteInput' },
);

/** How the models of a run answer and call tools. */
export type RunExecution = Static<typeof RunExecution>;
export const RunExecution = open(
  {
    systemPrompt: Type.Optional(Type.String()),
    temperature: Type.Optional(Type.Number()),
    toolApproval: ToolApproval,
    maxSteps: MaxSteps,
  },
  { $id: 'RunExecution' },
);

/** Credentials to reach model providers on behalf of a caller; only ever carried sealed. */
export type ModelAccess = Static<typeof ModelAccess>;
export const ModelAccess = open(
  {
    providers: Type.Unsafe<Record<string, { apiKey?: string; baseUrl?: string }>>({
      type: 'object',
      additionalProperties: { type: 'object' },
    }),
  },
  { $id: 'ModelAccess' },
);
