import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { writeTraces } from './write-traces.ts';

answerFromWorker(writeTraces);
