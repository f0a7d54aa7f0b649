import type { LanguageModelV4 } from '@ai-sdk/provider';

/** A language model under the name that this installation uses, `provider/name`. */
export interface NamedModel {
  id: string;
  model: LanguageModelV4;
}
