import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { open } from '../../schema.ts';
import { StudyFinding, StudySignals } from './documents.ts';

const { subject } = StudySignals.properties.signals.items.properties;

/** A study's counters as other services are told them: sums over sessions, so that two sides are read by the same rules. */
export type MeasuredStudy = Static<typeof MeasuredStudy>;
export const MeasuredStudy = open({
  /** Amounts by the name of the counter and its key: `Counters` of the measures. */
  counters: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number())),
  /** The signals that they count, exposures too. */
  signals: Type.Array(open({ fingerprint: Type.String(), dimension: Type.String(), detail: Type.String(), subject })),
});

/** A session of a study that showed a signal. */
export type StudySighting = Static<typeof StudySighting>;
export const StudySighting = open({
  fingerprint: Type.String(),
  ...StudyFinding.properties.evidence.items.properties,
});
