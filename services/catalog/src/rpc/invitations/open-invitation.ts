import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { invitationAnswer } from '../../flows/invitations/invitation-answer.ts';

/** Shows, and changes nothing: browsers fetch pages ahead, and programs that look into messages open links. */
export const openInvitation = (deps: Deps) =>
  handle(operations.openInvitation, async (_caller, invited) => invitationAnswer(deps, invited));
