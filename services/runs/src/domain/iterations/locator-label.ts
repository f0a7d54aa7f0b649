import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { WidgetLocator } from '@assay/contract/areas/cases/widget';

/** The element that a step acts on or looks for, such as `button "Buy"`; undefined for a step about none. */
export function locatorLabel(step: EvalTestStep): string | undefined {
  const about = step.kind === 'interact' ? step.action : step.kind === 'assert' ? step.assertion : {};
  return 'target' in about ? labelOf(about.target as WidgetLocator) : undefined;
}

function labelOf({ role, text, css, testId, nth }: WidgetLocator): string {
  const ways = [
    role && (role.name === undefined ? role.role : `${role.role} "${role.name}"`),
    text !== undefined && `text "${text}"`,
    testId !== undefined && `test id "${testId}"`,
    css,
    nth !== undefined && `number ${nth + 1}`,
  ];
  return ways.filter(Boolean).join(', ');
}
