import { join } from 'node:path';
import { failedOutcome, runProgram, type StepOutcome } from '../step.ts';
import { compileAll } from './generate.ts';

const maven = (goal: string, ...settings: string[]) =>
  runProgram('mvn', ['-q', '-B', '-f', join(import.meta.dirname, 'java-pom.xml'), goal, ...settings]);

/** The reason why this machine cannot generate a Java client; undefined when it can. Fetches the generator once. */
export async function whyNoJavaClient(): Promise<string | undefined> {
  const helped = await maven('openapi-generator:help').catch(() => undefined);
  if (!helped) return 'Maven is not installed';
  return helped.ok ? undefined : 'the generator could not be fetched with Maven';
}

/** Generates a Java client from an API, and compiles it; call it only when `whyNoJavaClient` answers undefined. */
export async function checkJava(api: string, folder: string): Promise<StepOutcome> {
  const { ok, output } = await maven('openapi-generator:generate', `-Dapi=${api}`, `-Dclient=${folder}`);
  return ok ? compileAll(['mvn', ['-q', '-B', 'compile'], folder]) : failedOutcome(output);
}
