import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { encodeOutcome } from './inspection-outcome.ts';

const MEGABYTE = 1_024 * 1_024;
const delivered = (replyMegabytes: number, surfaceMegabytes: number) => {
  const bytes = encodeOutcome({
    reply: Buffer.alloc(replyMegabytes * MEGABYTE),
    surface: Buffer.alloc(surfaceMegabytes * MEGABYTE),
  });
  expect(bytes.length).toBeLessThan(64 * MEGABYTE - 32 * 1_024);
  const { reply, problem, surface } = InspectionOutcome.decode(bytes);
  return {
    reply: reply && reply.length / MEGABYTE,
    surface: surface.length / MEGABYTE,
    problem: problem && (JSON.parse(problem.toString()) as object),
  };
};

test('an outcome that fits is delivered whole', () =>
  expect(delivered(2, 1)).toEqual({ reply: 2, surface: 1, problem: undefined }));
test('the surface is left out when outcome and surface together are too large', () =>
  expect(delivered(60, 10)).toEqual({ reply: 60, surface: 0, problem: undefined }));
