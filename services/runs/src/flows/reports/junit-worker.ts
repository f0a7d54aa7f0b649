import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { writeJunit } from './write-junit.ts';

answerFromWorker(writeJunit);
