import type { Operation } from '@assay/contract/operation';

/** The header that chooses the words of evals. */
export const EVAL_VOCABULARY = 'x-assay-eval-vocabulary';

/** The versions of every vocabulary. */
export const VOCABULARY_VERSIONS = ['1', '2'] as const;
export type VocabularyVersion = (typeof VOCABULARY_VERSIONS)[number];

/** A choice of words that clients make with a header, and the starts of the paths whose operations read it. */
export interface Vocabulary {
  header: string;
  paths: readonly string[];
  description: string;
}

const vocabularies: readonly Vocabulary[] = [
  {
    header: EVAL_VOCABULARY,
    paths: ['/projects/{projectId}/eval-', '/projects/{projectId}/journeys'],
    description:
      'The word for a role that decides. `1` takes and answers `gating`, and refuses `required`; `2` takes both and answers `required`. When absent, both are taken, and a role is answered as it was written. Any other value is refused. It is about the roles of assertions, criteria, checks and judges; the text of a suite file stays as it is.',
  },
  {
    header: 'x-assay-api-vocabulary',
    paths: ['/chat-sessions', '/projects/{projectId}/sessions'],
    description:
      'The words for renamed nouns: `1` for the former ones (scenario, journey run), `2` for the present ones. Any other value is refused. No answer has such a noun yet, so it changes none.',
  },
];

/** The vocabulary that clients of an operation can choose. */
export const vocabularyOf = ({ path }: Pick<Operation, 'path'>): Vocabulary | undefined =>
  vocabularies.find(({ paths }) => paths.some((start) => path.startsWith(start)));
