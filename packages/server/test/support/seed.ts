import fc from 'fast-check';

/** Generated requests are the same in every run, so that a change is judged by what it changes; TEST_SEED gives others. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20260302) });
