import type { SuiteTabProps } from '../suite/suite-tab.ts';
export function FileTab({ suite }: SuiteTabProps) {
  return <main>{suite.name}</main>;
}
