import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { invitationAnswer } from '../../flows/invitations/invitation-answer.ts';

/** Only shows the page: browsers prefetch pages, and mail scanners open links. */
export const openInvitation = (deps: Deps) =>
  handle(operations.openInvitation, async (_caller, invited) => invitationAnswer(deps, invited));
