import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

/** A way in which the result of a request breaks the protocol, or leaves the request without an end. */
export type ResultFinding = Static<typeof ResultFinding>;
export const ResultFinding = open(
  {
    code: oneOf(
      ['resultUnfinished', 'resultTypeMissing', 'contentInvalid', 'structuredContentInvalid', 'isErrorInvalid'],
      {
        description:
          '`resultUnfinished`: the server asks for input that is not given, or the type of the result is unknown. The other codes name the part of the result that breaks the protocol of the revision that was spoken.',
      },
    ),
    path: Type.Optional(Type.String({ description: 'A JSON Pointer into the result.' })),
    message: Type.String(),
  },
  { $id: 'ResultFinding', description: 'What is wrong with the result of a request, under the protocol.' },
);
