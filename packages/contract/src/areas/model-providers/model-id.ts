/** The form of a model's id, `provider/name`. */
export const MODEL_ID_PATTERN = '^[a-z]+/[!-~]+$';
/** The longest id, in characters. */
export const MODEL_ID_MAX = 200;

/** Says that a text is no id of a model. */
export const MODEL_ID_FAULT = 'must be a model as provider/name, such as openai/gpt-5';

/** The text, if it has the form of a model's id. */
export const modelIdIn = (text: string): string | undefined =>
  text.length <= MODEL_ID_MAX && new RegExp(MODEL_ID_PATTERN).test(text) ? text : undefined;
