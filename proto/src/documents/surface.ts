import { Type, type Static } from 'typebox';
import { open, record } from '../schema.ts';
import { Prompt, Resource, Tool } from './diagnostics.ts';

/** Everything that a server offers, as it declares it: what is hashed, compared and judged. */
export type Surface = Static<typeof Surface>;
export const Surface = open({
  protocolVersion: Type.Optional(Type.String()),
  serverInfo: Type.Optional(record()),
  instructions: Type.Optional(Type.String()),
  capabilities: record(),
  tools: Type.Array(Tool),
  resources: Type.Array(Resource),
  resourceTemplates: Type.Array(record()),
  prompts: Type.Array(Prompt),
}, { $id: 'ServerSurface', description: 'What a server offers, as it declares it.' });
