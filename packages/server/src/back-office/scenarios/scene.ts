import type { Shown, Stage } from '../../control/scenarios/scenarios.ts';

export type MerchantScene = (stage: Stage) => Promise<Shown>;

export interface AppStage extends Stage {
  readonly appId: number;
}

export type AppScene = (stage: AppStage) => Promise<Shown>;
