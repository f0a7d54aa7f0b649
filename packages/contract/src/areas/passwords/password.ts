import { Type } from '../../type.ts';

/** A password at sign-in; the limit is above the length of every password that was ever accepted. */
export const Password = Type.String({ minLength: 1, maxLength: 1_000 });

/** A new password. */
export const NewPassword = Type.String({
  minLength: 12,
  maxLength: 200,
  description:
    "Any 12 to 200 characters but the e-mail address of the account, a well-known password, a sequence or a repetition. They are compared in Unicode's form NFKC, so that a password does not depend on the keyboard.",
});
