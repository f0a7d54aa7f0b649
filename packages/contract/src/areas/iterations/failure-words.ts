import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';
import { EvidencePlace } from './evidence-place.ts';

const Words = (description: string) => Type.Optional(Type.String({ description }));

/** The words of a failure, for people, each in at most 300 characters. */
export type FailureWords = Static<typeof FailureWords>;
export const FailureWords = open({
  expected: Words('What was expected: `a result that contains "in transit"`. Of a failed assertion or fault.'),
  came: Words('What came instead, in which words of the server may stand.'),
  brief: Words('The reason in a few words, where there are some.'),
  place: Type.Optional(EvidencePlace),
});
