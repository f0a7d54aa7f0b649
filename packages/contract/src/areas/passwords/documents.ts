import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open } from '../../schema.ts';
import { NewPassword } from './password.ts';

export const PasswordResetCreated = open(
  {
    userId: Id,
    expiresAt: EpochMs(),
    url: Type.String({
      format: 'uri',
      description:
        'Only for the person whose password it is: the first person who opens the link can choose the password. The link is shown here and never again; Assay does not send it.',
    }),
  },
  { $id: 'PasswordResetCreated' },
);

export type ResetPassword = Static<typeof ResetPassword>;
export const ResetPassword = closed({ password: NewPassword }, { $id: 'PasswordResetRequest' });

export const PasswordResetForm = Type.Unsafe<Uint8Array>({
  $id: 'PasswordResetForm',
  type: 'string',
  description: 'The form of the page: `password`.',
});

export type PasswordReset = Static<typeof PasswordReset>;
export const PasswordReset = open(
  {
    reset: Type.Literal(true),
    endedSessions: Type.Integer({ description: 'How many sessions ended with the old password.' }),
  },
  { $id: 'PasswordReset' },
);
