import { plainLine } from '@assay/kit/text/plain-line';

/** In characters. A longer name could hold a message of its own, in the operator's mail. */
const MAX_NAME = 100;

/** The mail that invites a person to a study; `inviterName` may be empty. */
export function invitationMail({
  studyName,
  inviterName,
  link,
}: {
  studyName: string;
  inviterName: string;
  link: string;
}): { subject: string; text: string } {
  const [study, inviter] = [plainLine(studyName, MAX_NAME), plainLine(inviterName, MAX_NAME)];
  return {
    subject: `Invitation to the study "${study}"`,
    text: [
      inviter === '' ? `You are invited to the study "${study}".` : `${inviter} invites you to the study "${study}".`,
      'This link is for you alone and opens it in a browser:',
      link,
      'If you do not expect this invitation, ignore this mail.',
    ].join('\n\n'),
  };
}
