import { DISTRACTOR_ROWS } from './distractor-rows.ts';
import type { Declaration } from './lab-tools.ts';

/** The made-up tools that fill a catalogue when the project has too few. */
export const builtInDistractors = (): Declaration[] =>
  DISTRACTOR_ROWS.trim()
    .split('\n')
    .map((row) => {
      const [name = '', description = '', parameters = ''] = row.split(' | ');
      return { name, description, inputSchema: schemaOf(parameters.split(' ')) };
    });

/** The schema of parameters such as `town!` or `days:integer!`: strings unless another type is named. */
function schemaOf(parameters: string[]): Record<string, unknown> {
  const declared = parameters.map((parameter) => {
    const [name = '', type = 'string'] = parameter.replace('!', '').split(':');
    return { name, type, isRequired: parameter.endsWith('!') };
  });
  return {
    type: 'object',
    properties: Object.fromEntries(
      declared.map(({ name, type }) => [name, type === 'array' ? { type, items: { type: 'string' } } : { type }]),
    ),
    required: declared.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])),
  };
}
