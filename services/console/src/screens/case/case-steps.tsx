import { useState } from 'react';
import type { EvalTestStep } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { StepList, type StepRow } from '../../components/step-list/step-list.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { AssertionWords, assertionNameOf, isGating } from '../../lib/words/assertion-words.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import { newAssertion, type AssertionTypes } from './assertion-editor.tsx';
import { freeStepId } from './case-edit.ts';
import { StepEditor } from './step-editor.tsx';
import type { SuiteServer } from './use-suite-tools.ts';

/** The steps of a case, and what adds one. */
export function CaseSteps({
  steps,
  onSteps,
  chosen,
  onChoose,
  servers,
  types,
}: {
  steps: readonly EvalTestStep[];
  onSteps: (steps: EvalTestStep[]) => void;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  servers: readonly SuiteServer[];
  types: AssertionTypes;
}) {
  // A step is found by its place: its id can be any text.
  const step = steps.find(({ id }) => id === chosen);
  const [addedCount, setAdded] = useState(0);
  const add = (made: EvalTestStep): void => {
    const at = step ? steps.indexOf(step) + 1 : steps.length;
    onSteps(steps.toSpliced(at, 0, made));
    onChoose(made.id);
    setAdded(addedCount + 1);
  };
  return (
    <StepList
      rows={steps.map((each) => rowOf(each, each === step))}
      chosen={chosen}
      onChoose={onChoose}
      onMove={(from, to) => onSteps(steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!))}
      onRemove={(id) => steps.length > 1 && onSteps(steps.filter((each) => each.id !== id))}
      editor={
        step && (
          <StepEditor
            key={step.id}
            {...{ step, servers, types }}
            onStep={(next) => onSteps(steps.map((each) => (each === step ? next : each)))}
          />
        )
      }
      foot={
        <>
          <Button
            small
            icon="assertion"
            data-add-step=""
            onClick={() =>
              add({
                id: freeStepId(steps, 'check'),
                kind: 'assert',
                assertion: newAssertion('toolResultContains', types),
              })
            }
          >
            Assertion
          </Button>
          <Button
            small
            icon="tool"
            onClick={() =>
              add({
                id: freeStepId(steps, 'call'),
                kind: 'toolCall',
                serverName: servers[0]?.name ?? '',
                toolName: servers[0]?.tools[0]?.name ?? '',
                arguments: {},
              })
            }
          >
            Tool call
          </Button>
          <Button small icon="prompt" onClick={() => add({ id: freeStepId(steps, 'ask'), kind: 'prompt', prompt: '' })}>
            Prompt
          </Button>
          <Button
            small
            icon="pointer"
            onClick={() =>
              add({
                id: freeStepId(steps, 'act'),
                kind: 'interact',
                toolName: '',
                action: { kind: 'click', target: { text: 'OK' } },
              })
            }
          >
            Act on a widget
          </Button>
          <span className="faint small push no-wrap">each explained</span>
        </>
      }
    />
  );
}

function rowOf(step: EvalTestStep, isOpen: boolean): StepRow {
  switch (step.kind) {
    case 'prompt':
      return {
        id: step.id,
        icon: 'prompt',
        words: <span dir="auto">{visibleText(step.prompt)}</span>,
        ...(step.prompt.trim() === '' && { fault: 'The prompt is blank.' }),
      };
    case 'toolCall':
      return {
        id: step.id,
        icon: 'tool',
        ...(isOpen
          ? { words: 'call a tool' }
          : { name: step.toolName, words: <code>{visibleText(JSON.stringify(step.arguments ?? {}))}</code> }),
        ...(step.toolName === '' && { fault: 'A tool is missing.' }),
      };
    case 'interact':
      return { id: step.id, icon: 'pointer', name: step.action.kind, words: visibleText(step.toolName) };
    case 'assert':
      return {
        id: step.id,
        icon: 'assertion',
        name: assertionNameOf(step.assertion),
        words: <AssertionWords assertion={step.assertion} />,
        tags: <Tag>{isGating(step.assertion) ? 'gating' : 'advisory'}</Tag>,
      };
  }
}
