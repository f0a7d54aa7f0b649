import { largeTrial } from '../../deploy/bench/src/helpers/large-trial.ts';
import { gradeIteration } from './src/grade-iteration.ts';
const { frozen, suiteChecks, transcript } = largeTrial();
const report = JSON.stringify(transcript);
const times: number[] = [];
for (let i = 0; i < 600; i++) { const e = JSON.parse(report); const s = process.cpuUsage(); const t=performance.now(); gradeIteration(frozen, suiteChecks, e); times.push(performance.now()-t); }
const warm = times.slice(200).sort((a,b)=>a-b); console.log('median', warm[200]!.toFixed(2), 'best', warm[0]!.toFixed(2), 'p25', warm[100]!.toFixed(2));
