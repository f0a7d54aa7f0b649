import { Type } from '@assay/contract/type';
import { NewPassword } from '@assay/contract/areas/passwords/password';
import { Email } from '@assay/contract/text';
import { Problem } from '@assay/contract/problem';
import { ConfigError } from '@assay/kit/env';
import { checkedDocument } from '@assay/kit/json/parse';
import { passwordFault } from '../../domain/passwords/password.ts';
import { refuseFault } from '@assay/contract/fault';

/** The owner of an empty installation, from the operator's configuration. */
export interface InitOwner {
  ownerEmail: string;
  ownerPassword?: string | undefined;
}

const check = checkedDocument(Type.Object({ OWNER_EMAIL: Email(), OWNER_PASSWORD: Type.Optional(NewPassword) }));

/**
 * Throws ConfigError when this owner could not sign in. Only a start that seeds or sets the owner's password checks
 * this; an installation that has data starts with any value.
 */
export function checkInitOwner({ ownerEmail: OWNER_EMAIL, ownerPassword: OWNER_PASSWORD }: InitOwner): void {
  try {
    check({ OWNER_EMAIL, OWNER_PASSWORD });
    if (OWNER_PASSWORD !== undefined) refuseFault(passwordFault(OWNER_PASSWORD, OWNER_EMAIL, '/OWNER_PASSWORD'));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { issues } = error.details as { issues: { path: string; message: string }[] };
    throw new ConfigError(issues.map(({ path, message }) => `ASSAY_INIT_${path.slice(1)} ${message}`));
  }
}
