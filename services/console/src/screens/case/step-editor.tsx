import type { EvalTestStep } from '@assay/sdk';
import { TextArea, TextField } from '../../components/field/field.tsx';
import { SchemaForm, type FormValue } from '../../components/schema-form/schema-form.tsx';
import { AssertionEditor, type AssertionTypes } from './assertion-editor.tsx';
import { ToolCallEditor } from './tool-call-editor.tsx';
import type { SuiteServer } from './use-suite-tools.ts';

/** The editor of one step of a case, by its kind. */
export function StepEditor({
  step,
  onStep,
  servers,
  types,
}: {
  step: EvalTestStep;
  onStep: (step: EvalTestStep) => void;
  servers: readonly SuiteServer[];
  types: AssertionTypes;
}) {
  switch (step.kind) {
    case 'toolCall':
      return <ToolCallEditor {...{ step, onStep, servers }} />;
    case 'prompt':
      return (
        <TextArea
          label="Prompt"
          hint="What the user says; the model then takes a turn."
          value={step.prompt}
          dir="auto"
          onValue={(prompt) => onStep({ ...step, prompt })}
        />
      );
    case 'assert':
      return (
        <AssertionEditor
          assertion={step.assertion}
          types={types}
          isInStep
          onAssertion={(assertion) => onStep({ ...step, assertion })}
        />
      );
    case 'interact':
      return (
        <div className="col">
          <TextField
            label="Tool"
            hint="The tool that the widget belongs to."
            mono
            value={step.toolName}
            onValue={(toolName) => onStep({ ...step, toolName })}
          />
          <SchemaForm
            schema={{}}
            value={step.action as unknown as FormValue}
            sendable=""
            onValue={(action) => onStep({ ...step, action: action as unknown as typeof step.action })}
          />
        </div>
      );
  }
}
