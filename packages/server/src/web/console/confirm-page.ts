import { confirmation, type Step } from '../kit/page/confirmation.ts';
import type { Page } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import type { Developer } from './developer.ts';
import { consoleNavigation } from './navigation.ts';

/** A step that cannot be undone, and the section of the console that it belongs to. */
export interface ConsoleStep extends Step {
  readonly title: string;
  readonly section: 'apps' | 'merchants' | 'organization';
}

/** Asks before a step that cannot be undone. */
export const confirmPage = (view: View, developer: Developer, step: ConsoleStep): Page => ({
  title: step.title,
  body: confirmation(view, step),
  navigation: consoleNavigation(developer, step.section),
});
