import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { given } from '@assay/contract/given';
import { Button } from '../../components/button/button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { SelectField, TextField } from '../../components/field/field.tsx';
import { ActionError, Part } from '../../components/part/part.tsx';
import { KeyValues } from '../../components/section/key-values.tsx';
import { client } from '../../data/client.ts';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCount, writeMoney } from '../../lib/format/numbers.ts';
import type { Lab } from './confusion.ts';

type Model = ReplyOf<'listModels'>['items'][number];
/** Tasks that are drafted where the ones of the lab cannot be taken again. */
const DRAFTED = 16;

/** The same lab with another model; what is sent and the most it may cost stand here before anything is sent. */
export function RepeatLab({
  lab,
  address,
  onClose,
}: {
  lab: Lab;
  address: { projectId: string; serverId: string };
  onClose: () => void;
}) {
  const models = useOperation('listModels');
  return (
    <Part of={models} what="models">
      {({ items }) => <Repeat lab={lab} address={address} models={items} onClose={onClose} />}
    </Part>
  );
}

function Repeat({
  lab,
  address,
  models,
  onClose,
}: {
  lab: Lab;
  address: { projectId: string; serverId: string };
  models: readonly Model[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [model, setModel] = useState(
    (models.find(({ provider }) => provider !== 'scripted') ?? models[0])?.id ?? lab.model,
  );
  const [most, setMost] = useState('1.00');
  const { suiteId, count } = lab.tasks;
  const tasks = suiteId === undefined ? (lab.tasks.source === 'drafted' ? count : DRAFTED) : count;
  const calls = tasks * lab.sizes.length * lab.repetitions * (lab.overrides.length > 0 ? 2 : 1);
  const limit = Number(most);
  const isLimit = Number.isFinite(limit) && limit > 0;
  const start = useAction(
    () =>
      client.startCatalogueLab(address, {
        model,
        ...(suiteId === undefined ? { draftTasks: tasks } : { suiteId }),
        sizes: lab.sizes,
        repetitions: lab.repetitions,
        seed: lab.seed,
        maxCostUsd: limit,
        ...(lab.overrides.length > 0 && { overrides: lab.overrides }),
        ...given({ name: lab.name }),
      }),
    {
      onDone: ({ labId }) => {
        onClose();
        void navigate({ to: '/p/$projectId/servers/$serverId/lab/$labId', params: { ...address, labId } });
      },
    },
  );
  return (
    <Dialog
      title="Repeat with a model"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isLimit || start.isRunning} onClick={() => start.run(undefined)}>
            {start.isRunning ? 'Starting…' : `Start, ${writeCount(calls)} calls`}
          </Button>
        </>
      }
    >
      <div className="col">
        <SelectField
          label="Model"
          value={model}
          onValue={setModel}
          options={models.map(({ id }) => [id, id] as const)}
        />
        <TextField
          label="Most it may cost, in US dollars"
          inputMode="decimal"
          value={most}
          onValue={setMost}
          error={isLimit ? undefined : 'It has to be a number above 0.'}
        />
        <KeyValues
          rows={[
            ['Calls', `${writeCount(calls)}; tools are never executed`],
            [
              'Tasks',
              suiteId === undefined
                ? `${writeCount(tasks)}, drafted anew from the declarations`
                : `${writeCount(tasks)}, of the same suite`,
            ],
            [
              'Price',
              priceOf(
                models.find(({ id }) => id === model),
                lab,
                calls,
              ),
            ],
          ]}
        />
        <ActionError error={start.error} />
      </div>
    </Dialog>
  );
}

/** The price by the tokens of a call of this lab, where they are known. */
function priceOf(model: Model | undefined, { usage, progress }: Lab, calls: number): string {
  if (!model?.pricing) return 'no price is known; the limit above holds';
  const trials = progress.done - progress.failed;
  if (trials === 0 || usage.inputTokens === 0) return 'not known before the first call; the limit above holds';
  const { inputUsdPerMillion, outputUsdPerMillion } = model.pricing;
  const perCall = (usage.inputTokens * inputUsdPerMillion + usage.outputTokens * outputUsdPerMillion) / trials / 1e6;
  return `about ${writeMoney(perCall * calls)}, by the tokens of this lab`;
}
