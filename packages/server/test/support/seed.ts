import fc from 'fast-check';

/**
 * Keeps generated requests the same in every run, so that only code changes affect results. Set TEST_SEED for others.
 */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20260302) });
