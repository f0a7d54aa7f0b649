import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { loadSuiteFile } from '@assay/suite-file/load-suite-file';

answerFromWorker((input: Parameters<typeof loadSuiteFile>) => loadSuiteFile(...input));
