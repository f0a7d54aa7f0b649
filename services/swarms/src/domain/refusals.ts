import { refuseFault } from '@assay/contract/fault';

/** Throws VALIDATION_ERROR for an edit without any field to change. */
export function assertNamesChange(change: object): void {
  if (Object.keys(change).length === 0) refuseFault({ path: '', message: 'has no field to change' });
}

/** The settings of a launch, which an edit changes together. */
interface ExecutionConfig {
  sessionsPerTarget?: number | undefined;
  maxTurns?: number | undefined;
}

/** Throws VALIDATION_ERROR for an edit that has one of the pair alone. */
export function assertWholeExecution({ sessionsPerTarget, maxTurns }: ExecutionConfig): void {
  if ((sessionsPerTarget === undefined) === (maxTurns === undefined)) return;
  const [missing, other] =
    maxTurns === undefined ? ['maxTurns', 'sessionsPerTarget'] : ['sessionsPerTarget', 'maxTurns'];
  refuseFault({ path: `/${missing}`, message: `is missing: it is changed together with ${other}` });
}
