import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { organizationAnswer } from '../../flows/sessions/organization-answer.ts';
import { pathOf } from '../../flows/sessions/page-paths.ts';

export const openOrganizationChoice = (deps: Deps) =>
  handle(operations.openOrganizationChoice, (_caller, { sessionToken }, { returnTo }) =>
    organizationAnswer(deps, sessionToken, returnPath(returnTo) ?? pathOf(deps, '/')),
  );
