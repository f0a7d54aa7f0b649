import { callAssertions } from './call.ts';
import { discoveryAssertions } from './discovery.ts';
import { recoveryAssertions } from './recovery.ts';
import { responseAssertions } from './response.ts';
import type { AssertionType, AssertionRows } from './row.ts';
import { selectionAssertions } from './selection.ts';
import { userValueAssertions } from './user-value.ts';
import { widgetAssertions } from './widget.ts';

/** One row per assertion type of the contract; a type without a row does not compile. */
export const assertionTable: AssertionRows<AssertionType> = {
  ...discoveryAssertions,
  ...selectionAssertions,
  ...callAssertions,
  ...responseAssertions,
  ...recoveryAssertions,
  ...userValueAssertions,
  ...widgetAssertions,
};
