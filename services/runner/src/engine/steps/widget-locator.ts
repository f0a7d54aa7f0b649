import type { WidgetLocator } from '@assay/contract/areas/cases/widget';
import { given } from '@assay/contract/given';
import type { Frame, Locator } from 'playwright-core';

type Role = Parameters<Frame['getByRole']>[0];

/**
 * The element of a widget that a locator means: of several, the `nth` one, or else the first visible one. Where a locator
 * names several ways, all of them hold.
 */
export function widgetElement(frame: Frame, { role, text, css, testId, nth }: WidgetLocator): Locator {
  const ways = [
    role &&
      frame.getByRole(role.role as Role, {
        ...given({ name: role.name, exact: role.exact }),
      }),
    text !== undefined && frame.getByText(text),
    css !== undefined && frame.locator(`css=${css}`),
    testId !== undefined && frame.getByTestId(testId),
  ].filter((way): way is Locator => typeof way === 'object');
  const all = ways.reduce((found, way) => found.and(way));
  return nth === undefined ? all.filter({ visible: true }).first() : all.nth(nth);
}
