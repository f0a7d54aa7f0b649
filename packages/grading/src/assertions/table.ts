import { call } from './call.ts';
import { discovery } from './discovery.ts';
import { recovery } from './recovery.ts';
import { response } from './response.ts';
import type { AssertionType, Rows } from './row.ts';
import { selection } from './selection.ts';
import { userValue } from './user-value.ts';
import { widget } from './widget.ts';

/** One row per assertion type of the contract; a type without a row does not compile. */
export const assertions: Rows<AssertionType> = {
  ...discovery,
  ...selection,
  ...call,
  ...response,
  ...recovery,
  ...userValue,
  ...widget,
};
