import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { Section } from '../../components/section/section.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import { modelArm, noServerArm, type OfferedTarget, type TargetPreview } from './launch-targets.ts';

const serverNames = ({ servers = [] }: TargetPreview): string =>
  servers.length === 0 ? 'no server' : servers.map(({ name }) => name).join(', ');
const modelNames = ({ models = [] }: TargetPreview): string =>
  models.length === 0 ? 'no model' : models.map(({ id, model }) => id ?? model).join(', ');

/** The targets of a launch: which are chosen, and whether each would be refused. */
export function LaunchTargetList({
  offered,
  previews,
  chosen,
  onChosen,
  arms,
  onArms,
}: {
  offered: readonly OfferedTarget[];
  /** In the order of the offered ones; absent while they are read. */
  previews: readonly TargetPreview[] | undefined;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  arms: readonly string[];
  onArms: (arms: readonly string[]) => void;
}) {
  const [model, setModel] = useState<string>();
  const toggle = (key: string, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(key);
    else next.delete(key);
    onChosen(next);
  };
  const addModel = (): void => {
    const name = model?.trim() ?? '';
    if (name !== '' && !arms.includes(modelArm(name))) onArms([...arms, modelArm(name)]);
    setModel(undefined);
  };
  return (
    <Section title="Targets" about="each is a run; several are one run group, paired trial by trial">
      <div className="frame">
        <table className="launch-targets">
          <tbody>
            {offered.map(({ key, target }, index) => {
              const preview = previews?.[index];
              const name = preview?.target.name ?? target?.arm?.name ?? 'As the suite is set';
              return (
                <tr key={key}>
                  <td className="mark-cell">
                    <Check
                      isOn={chosen.has(key)}
                      onChange={(isOn) => toggle(key, isOn)}
                      aria-label={visibleText(name)}
                    />
                  </td>
                  <td className="medium">
                    <Foreign text={name} />{' '}
                    {preview?.environmentRevision !== undefined && (
                      <span className="faint">revision {preview.environmentRevision}</span>
                    )}
                  </td>
                  <td>
                    {preview && !preview.servers ? (
                      <span className="faint">–</span>
                    ) : (
                      <code className="muted">{preview && visibleText(modelNames(preview))}</code>
                    )}
                  </td>
                  <td className="muted">{preview?.servers && visibleText(serverNames(preview))}</td>
                  <td className="fit-cell">
                    {preview?.refusal ? (
                      <Outcome kind="open" word="refused" calm />
                    ) : preview ? (
                      <Outcome kind="passed" word="resolves" calm />
                    ) : (
                      <Outcome kind="pending" word="asking" calm />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className="row wrap launch-add">
        <Button small icon="plus" disabled={arms.includes(noServerArm)} onClick={() => onArms([...arms, noServerArm])}>
          Add a target: no server
        </Button>
        {model === undefined ? (
          <Button small icon="plus" onClick={() => setModel('')}>
            Another model
          </Button>
        ) : (
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              addModel();
            }}
          >
            <input
              className="input mono launch-model"
              aria-label="Model, as provider/name"
              placeholder="provider/name"
              autoFocus
              value={model}
              onChange={(event) => setModel(event.target.value)}
            />
            <Button small onClick={addModel}>
              Add
            </Button>
          </form>
        )}
      </div>
    </Section>
  );
}
