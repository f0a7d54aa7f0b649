import type { SuiteTabProps } from '../suite/suite-tab.ts';
export function JudgeTab({ suite }: SuiteTabProps) {
  return <main>{suite.name}</main>;
}
