import type { Developer } from '../../actors/developer.ts';
import { confirmation, type Step } from '../../pages/confirmation.ts';
import type { Page } from '../../pages/layout.ts';
import type { View } from '../../view.ts';
import { consoleOffice } from './console-office.ts';

/** A step that cannot be undone, and the section of the console that it belongs to. */
export interface ConsoleStep extends Step {
  readonly title: string;
  readonly section: 'apps' | 'merchants' | 'organization';
}

/** Asks before a step that cannot be undone. */
export const confirmPage = (view: View, developer: Developer, step: ConsoleStep): Page => ({
  title: step.title,
  body: confirmation(view, step),
  office: consoleOffice(developer, step.section),
});
