import { Type, type Static } from 'typebox';
import { oneOf, open } from '../schema.ts';

export type Model = Static<typeof Model>;
export const Model = open({
  id: Type.String({ description: 'Provider and name, as `model` fields take it.' }),
  provider: Type.String(),
  name: Type.String(),
  description: Type.String(),
  supportedReasoningEfforts: Type.Array(oneOf(['none', 'minimal', 'low', 'medium', 'high', 'max']), {
    description: 'Empty for a model that does not reason.',
  }),
}, { $id: 'Model' });

export const ModelPage = open({ items: Type.Array(Model) }, { $id: 'ModelPage' });
