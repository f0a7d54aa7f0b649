/** Whether the full variants of the slow tests run: `npm run test:slow` sets the variable. Otherwise their short variants run. */
export const isSlowRun = process.env.TEST_SLOW === '1';
