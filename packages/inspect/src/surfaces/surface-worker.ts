import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { analyseSurface, type SurfaceAnalysis } from '@assay/surface/surface-analysis';

answerFromWorker((analysis: SurfaceAnalysis) => analyseSurface(analysis));
