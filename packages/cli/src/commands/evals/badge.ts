import * as badges from '@assay/contract/areas/badges/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofBadge = commandsOf(badges);

export const badgeCommands = [
  ofBadge('getEvalSuiteBadge', { words: 'badge show', examples: ['assay badge show "Helpdesk regression"'] }),
  ofBadge('createEvalSuiteBadge', {
    words: 'badge create',
    examples: ['assay badge create "Helpdesk regression" --branch main'],
  }),
  ofBadge('deleteEvalSuiteBadge', {
    words: 'badge rm',
    confirms: 'Revoke the badge of suite "{suite}"? Its link stops working.',
    done: 'the badge of {suite} is revoked.',
    examples: ['assay badge rm "Helpdesk regression" --yes'],
  }),
];
