import type { SuiteTabProps } from '../suite/suite-tab.ts';
export function RevisionsTab({ suite }: SuiteTabProps) {
  return <main>{suite.name}</main>;
}
