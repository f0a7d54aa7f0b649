import { Type } from '../../type.ts';
import { oneOf } from '../../schema.ts';

/** The role of an assertion in a case or a suite, as its author wrote it. */
export const AssertionRole = oneOf(['gating', 'advisory', 'required'], {
  description:
    'Whether the verdict of a trial depends on it. `gating` (the default) and `required` mean the same; `advisory` only reports.',
});

/**
 * The role of a check or a judge in an answer. Services say `gating`; the gateway says `required` in its place to
 * clients that chose that vocabulary.
 */
export const answeredRole = (description: string) =>
  Type.Unsafe<'gating' | 'advisory'>({
    type: 'string',
    enum: ['gating', 'advisory', 'required'],
    description: `${description} \`required\` is the word of \`x-assay-eval-vocabulary: 2\` for \`gating\`.`,
  });
