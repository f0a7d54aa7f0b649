import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { discloseLaunches } from '../../flows/eval-runs/disclosure.ts';
import { askedOf } from '../../domain/eval-runs/disclosure.ts';

export const getEvalRunDisclosure = (deps: Deps) =>
  handle(operations.getEvalRunDisclosure, ({ organizationId = '', keyId }, { projectId, suiteId }, query) =>
    discloseLaunches(deps, { projectId, organizationId, keyId }, suiteId, {
      bodies: askedOf(suiteId, query),
      allowsAdhoc: query.ephemeralEnvironment ?? false,
    }),
  );
