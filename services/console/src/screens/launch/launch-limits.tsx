import { SelectField, TextField } from '../../components/field/field.tsx';
import type { Approval } from './launch-request.ts';

/** The budget of each run, and which calls are approved. */
export const LaunchLimits = ({
  budget,
  onBudget,
  isBudgetWrong,
  approval,
  onApproval,
}: {
  budget: string;
  onBudget: (budget: string) => void;
  isBudgetWrong: boolean;
  approval: Approval;
  onApproval: (approval: Approval) => void;
}) => (
  <div className="launch-fields two">
    <TextField
      label="Budget of each run"
      aside="optional"
      hint="It ends without a verdict when this is used up."
      error={isBudgetWrong ? 'An amount in US dollars above 0.' : undefined}
      placeholder="$"
      inputMode="decimal"
      value={budget}
      onValue={onBudget}
    />
    <SelectField
      label="Tool approval"
      hint="Calls that declare readOnlyHint, or all."
      value={approval}
      options={[
        ['auto', 'auto'],
        ['readOnly', 'readOnly'],
        ['none', 'none'],
      ]}
      onValue={onApproval}
    />
  </div>
);
