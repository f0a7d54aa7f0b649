import type { TObject } from 'typebox';
import { EvalAssertion, type StandardCheckId } from '@assay/contract/areas/cases/assertion';
import { operations } from '@assay/contract/operations';
import { assertionRowOf } from '@assay/grading/assertions/evaluate';
import { standardChecks } from '@assay/grading/assertions/standard-checks';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

const variants = (EvalAssertion as unknown as { oneOf: TObject[] }).oneOf;

/** Every assertion type of the contract, with its description in grading. */
const items = variants.map((schema) => {
  const { type, role } = schema.properties as { type: { const: string }; role: { const?: string } };
  const {
    doc: description,
    stage,
    trialOnly = false,
    readsInventory: needsDeclarations = false,
  } = assertionRowOf(type.const)!;
  return {
    type: type.const,
    description,
    stage,
    advisoryOnly: role.const === 'advisory',
    trialOnly,
    needsDeclarations,
    schema: { ...schema },
  };
});

const presets = Object.entries(standardChecks).map(([id, assertion]) => ({ id: id as StandardCheckId, assertion }));

export const listEvalAssertionTypes = (_deps: Deps) =>
  handle(operations.listEvalAssertionTypes, async () => ({ items, standardChecks: presets }));
