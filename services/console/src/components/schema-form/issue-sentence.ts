import type { SchemaIssue } from '../../lib/judge-schema/judge-question.ts';
import type { ForeignSchema } from './schema-fields.ts';

/** An issue as one sentence about the value. Keywords without a sentence of ours have the validator's. */
export function issueSentence({ keyword, message }: SchemaIssue, schema: ForeignSchema, value: unknown): string {
  const limit = String(schema[keyword]);
  const shown = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 60) : 'The value';
  switch (keyword) {
    case 'maximum':
      return `${shown} is above the maximum of ${limit}.`;
    case 'minimum':
      return `${shown} is below the minimum of ${limit}.`;
    case 'exclusiveMaximum':
      return `${shown} is not below ${limit}.`;
    case 'exclusiveMinimum':
      return `${shown} is not above ${limit}.`;
    case 'multipleOf':
      return `${shown} is not a multiple of ${limit}.`;
    case 'minLength':
      return value === '' ? 'The text must not be empty.' : `The text has fewer than ${limit} characters.`;
    case 'maxLength':
      return `The text has more than ${limit} characters.`;
    case 'pattern':
      return `The text does not match ${limit}.`;
    case 'format':
      return `The text is no ${limit}.`;
    case 'enum':
    case 'const':
      return `${shown} is not one of the values.`;
    case 'type':
      return `${shown} is no ${[schema['type']].flat().join(' or ')}.`;
    case 'required':
      return 'It is required.';
    default:
      return message;
  }
}
