import { useEffect, useState } from 'react';

/** A value as it is after it has rested for so long, in milliseconds: one question for the last keystroke. */
export function useSettled<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => {
      clearTimeout(timer);
    };
  }, [value, restMs]);
  return settled;
}
