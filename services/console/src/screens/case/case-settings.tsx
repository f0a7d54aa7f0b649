import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { TextArea, TextField } from '../../components/field/field.tsx';
import { Section } from '../../components/section/section.tsx';
import type { CaseEdit } from './case-edit.ts';

const modelText = ({ models }: CaseEdit): string =>
  models
    .map(({ model, provider }) => (provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model))
    .join(', ');

/** Settings that few cases have: models, the expected output, its label, and whether it passes when no tool is called. */
export function CaseSettings({ edit, onEdit }: { edit: CaseEdit; onEdit: (edit: CaseEdit) => void }) {
  const [isOpen, setOpen] = useState(
    edit.models.length > 0 || edit.expectedOutput !== undefined || edit.isNegative || edit.intent !== undefined,
  );
  const setText = (field: 'expectedOutput' | 'intent', text: string): void => {
    const { [field]: _before, ...rest } = edit;
    onEdit(text === '' ? rest : { ...rest, [field]: text });
  };
  const hasPrompt = edit.steps.some(({ kind }) => kind === 'prompt');
  return (
    <Section
      title="Further settings"
      aside={
        <Button look="quiet" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && (
        <div className="frame case-further">
          <TextField
            label="Models"
            mono
            hint={
              hasPrompt
                ? 'Separated by commas, as provider/name. Without one the suite’s model or the environment’s is taken.'
                : 'The case has no prompt, so that no model is asked.'
            }
            value={modelText(edit)}
            onValue={(text) =>
              onEdit({
                ...edit,
                models: text
                  .split(',')
                  .map((each) => each.trim())
                  .filter(Boolean)
                  .map((model) => ({ model })),
              })
            }
          />
          <TextArea
            label="Expected output"
            hint="For the judge of goal completion; no assertion reads it."
            dir="auto"
            value={edit.expectedOutput ?? ''}
            onValue={(text) => setText('expectedOutput', text)}
          />
          <TextField
            label="Label"
            hint="Groups cases in analytics."
            value={edit.intent ?? ''}
            onValue={(text) => setText('intent', text)}
          />
          <Check isOn={edit.isNegative} onChange={(isNegative) => onEdit({ ...edit, isNegative })}>
            it passes when no tool is called
          </Check>
        </div>
      )}
    </Section>
  );
}
