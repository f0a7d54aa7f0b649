import type { DeadLetter } from '@assay/contract/areas/operator/documents';
import type { DeadLetter as GivenUpEvent } from '@assay/kit/bus/bus';

/** A dead letter as the operator reads it. */
export const toDeadLetter = ({ givenUpAt, ...letter }: GivenUpEvent): DeadLetter => ({
  ...letter,
  givenUpAt: givenUpAt.getTime(),
});
