import { invitationMail } from './invitation-mail.ts';

const link = 'https://assay.example/studies/x';
const mailOf = (studyName: string, inviterName: string) => invitationMail({ studyName, inviterName, link });

test('an invitation names study and inviter, and has the link on a line of its own', () => {
  const { subject, text } = mailOf('Versuch für 学生', 'Grace');
  expect(subject).toBe('Invitation to the study "Versuch für 学生"');
  expect(text.split('\n')).toContain(link);
  expect(text).toContain('Grace invites you to the study "Versuch für 学生".');
});

test('an invitation by a person without a name names the study alone', () =>
  expect(mailOf('Try it', '').text).toContain('You are invited to the study "Try it".'));

test('names with line ends and controls stay on their line, and long names are clipped', () => {
  const lines = mailOf('a', 'b').text.split('\n').length;
  const { subject, text } = mailOf('Try\r\nBcc: eve@example.org', `${'x'.repeat(1_000)}\n\nhttps://eve.example`);
  expect(subject).toBe('Invitation to the study "Try Bcc: eve@example.org"');
  expect(text.split('\n')).toHaveLength(lines);
  expect(text).not.toContain('eve.example\n');
  expect(text).toContain(`${'x'.repeat(100)}… invites you`);
});
