import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { analyseSurface, type SurfaceAnalysis } from '../../domain/surfaces/surface-analysis.ts';

answerFromWorker((analysis: SurfaceAnalysis) => analyseSurface(analysis));
