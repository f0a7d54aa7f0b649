import { isObject } from '@assay/contract/json';
import { jsonPointer, sameJson, type JsonObject } from '../json.ts';
import { changeText, partChange, type ItemChange } from './change.ts';

/** The ways to call a tool: plainly, or as a task. */
const MODES = new Map<unknown, readonly string[]>([
  ['forbidden', ['plain']],
  ['optional', ['plain', 'task']],
  ['required', ['task']],
]);

/** Changes of a tool's execution. A removed way of calling it is breaking. */
export function executionChanges(from: unknown, to: unknown): ItemChange[] {
  const [before, after] = [partsOf(from), partsOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !sameJson(before[key], after[key]))
    .map((key) => {
      const grade =
        key === 'taskSupport' ? gradeOf(before[key], after[key]) : before[key] === undefined ? 'additive' : 'breaking';
      return partChange(
        jsonPointer('/execution', key),
        grade,
        before[key],
        after[key],
        changeText(key, before[key], after[key]),
      );
    });
}

const partsOf = (execution: unknown): JsonObject => (isObject(execution) ? execution : {});

function gradeOf(from: unknown = 'forbidden', to: unknown = 'forbidden'): ItemChange['grade'] {
  const [were, are] = [MODES.get(from), MODES.get(to)];
  if (!were || !are || were.some((mode) => !are.includes(mode))) return 'breaking';
  return are.length > were.length ? 'additive' : 'cosmetic';
}
