import type { StructuredContentCheck } from '@assay/contract/areas/primitives/documents';
import { schemaFault } from '@assay/grading/json-schema';
import { SchemaError } from '@assay/grading/schema-guard';

const notChecked = (message: string): StructuredContentCheck => ({
  status: 'notChecked',
  issues: [{ path: '', message }],
});

/** Checks the result of a tool against its declared output schema. */
export function checkOutput(result: Record<string, unknown>, outputSchema: unknown): StructuredContentCheck {
  if (outputSchema === undefined) return { status: 'notDeclared', issues: [] };
  const { structuredContent, isError, resultType = 'complete' } = result;
  if (resultType !== 'complete') return notChecked('The result is not the end of the call.');
  if (structuredContent === undefined)
    return isError === true
      ? notChecked('The tool failed, and needs no structured content then.')
      : { status: 'missing', issues: [] };
  try {
    const fault = schemaFault(outputSchema, structuredContent);
    return fault ? { status: 'invalid', issues: [fault] } : { status: 'valid', issues: [] };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return notChecked(`The output schema cannot be used: ${error.message}.`);
  }
}
