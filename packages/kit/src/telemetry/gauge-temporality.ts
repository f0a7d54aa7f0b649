import { AggregationTemporality, InstrumentType } from '@opentelemetry/sdk-metrics';

/**
 * The temporality with which a reader collects an instrument. With a cumulative one the SDK repeats the last value of each
 * series of a gauge for ever, also when there is none any more; a delta of a gauge is what was given in this reading.
 */
export const withGaugesAsGiven = (type: InstrumentType, temporality: AggregationTemporality): AggregationTemporality =>
  type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : temporality;
