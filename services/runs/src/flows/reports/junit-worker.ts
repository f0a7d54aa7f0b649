import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { junitOf } from '../../domain/reports/junit.ts';

answerFromWorker(junitOf);
