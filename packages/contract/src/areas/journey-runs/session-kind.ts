/** The kind of work items that are sessions of journey runs; runners read it without loading any schema. */
export const SESSION_KIND = 'session';

/** The phase of a session in which its `promptIndex`th turn, counted from 0, is being taken. */
export const phaseOfTurn = (promptIndex: number): string => `turn ${promptIndex + 1}`;

/** How many turns were taken before this phase; 0 for any other text. */
export const turnsBefore = (phase: string): number => Math.max(0, Number(/^turn (\d{1,6})$/.exec(phase)?.[1] ?? 1) - 1);
