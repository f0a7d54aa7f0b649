import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { printCheckedFile } from '../../domain/suite-files/print-checked-file.ts';

answerFromWorker((input: Parameters<typeof printCheckedFile>) => printCheckedFile(...input));
