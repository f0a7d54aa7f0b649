import type { MemberRemoved } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { removeBrowsersOfMember } from '../actions/browsers/remove-browsers.ts';

/** Deletes the browsers and the browser profiles of a removed member. */
export const removeMember = (tx: Tx, event: MemberRemoved) => removeBrowsersOfMember(tx, event);
