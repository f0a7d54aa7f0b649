import './steps.css';
import { Mark } from '../mark/mark.tsx';

/** The steps of a short way, of which one is current. */
export const Steps = ({ steps, current }: { steps: readonly string[]; current: number }) => (
  <ol className="steps">
    {steps.map((step, index) => (
      <li
        key={step}
        className={index < current ? 'done' : undefined}
        aria-current={index === current ? 'step' : undefined}
      >
        <Mark
          kind={index < current ? 'passed' : index === current ? 'running' : 'pending'}
          word={index < current ? 'Done' : ''}
        />
        {step}
      </li>
    ))}
  </ol>
);
