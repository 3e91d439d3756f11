import type { TestProjectInlineConfiguration as Project } from 'vitest/config';

type Options = NonNullable<Project['test']>;

/** Tests in some folders of a package's `test`. Their files share modules, which Node.js itself imports. */
export const project = (name: string, folders: readonly string[], options: Options): Project => ({
  test: {
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...options,
    name,
    include: folders.map((folder) => `test/${folder}/**/*.test.ts`),
  },
});

/** The tiers of a package, each a folder: the machine that a test needs decides when it runs. */
export const tiers = (options: Options): Project[] =>
  ['fast', 'machines', 'nightly'].map((tier) => project(tier, [tier], options));
