import cronstrue from 'cronstrue';
import { fieldsOf, type ScheduleTiming } from './schedule-timing.ts';

/** The rhythm of a schedule in words; `rhythm` in a word or two. */
export interface TimingWords {
  words: string;
  rhythm: string;
}

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
const [HOUR, DAY] = [60, 1_440];
const [NUMBER, EVERY] = [/^\d+$/, /^\*\/(\d+)$/];

/** Tells when a schedule runs: `daily at 03:00, Europe/Berlin`. */
export function describeTiming(timing: ScheduleTiming): TimingWords {
  if (!('cron' in timing)) {
    const every = everyText(timing.intervalMinutes);
    return { words: every, rhythm: every };
  }
  const { words, rhythm } = describeCron(fieldsOf(timing.cron).trim().split(/\s+/));
  return { words: `${words}, ${timing.timeZone}`, rhythm };
}

function everyText(minutes: number): string {
  const [count, unit] =
    minutes % DAY === 0
      ? [minutes / DAY, 'day']
      : minutes % HOUR === 0
        ? [minutes / HOUR, 'hour']
        : [minutes, 'minute'];
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** The common shapes have short words; a library describes the others. */
function describeCron(fields: string[]): TimingWords {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (month === '*' && NUMBER.test(minute)) {
    if (NUMBER.test(hour)) {
      const rhythm = daysOf(day, weekday);
      const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
      if (rhythm) return { words: `${rhythm} at ${at}`, rhythm };
    }
    if (day === '*' && weekday === '*') {
      const past = Number(minute) === 0 ? '' : ` at minute ${Number(minute)}`;
      if (hour === '*') return { words: `every hour${past}`, rhythm: 'hourly' };
      const hours = EVERY.exec(hour)?.[1];
      if (hours) return { words: `every ${hours} hours${past}`, rhythm: `every ${hours} hours` };
    }
  }
  const text = textOf(fields.join(' '));
  return { words: text.charAt(0).toLowerCase() + text.slice(1), rhythm: 'by cron' };
}

/** An expression that only the scheduler reads is its own text. */
function textOf(cron: string): string {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true });
  } catch {
    return cron;
  }
}

function daysOf(day: string, weekday: string): string | undefined {
  if (day === '*' && weekday === '*') return 'daily';
  if (day === '*' && /^(1-5|mon-fri)$/i.test(weekday)) return 'weekdays';
  if (day === '*' && /^[0-7]$/.test(weekday)) return WEEKDAYS[Number(weekday)];
  return weekday === '*' && NUMBER.test(day) ? `monthly on day ${day}` : undefined;
}
