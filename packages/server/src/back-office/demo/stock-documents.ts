import type { StockAdjustment } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { changeAdjustment, createAdjustment } from '../../records/stock-adjustments/handlers.ts';
import type { AdjustmentFields } from '../../records/stock-adjustments/rules.ts';
import { changeTransfer, createTransfer, receiveTransfer } from '../../records/stock-transfers/handlers.ts';
import type { TransferFields } from '../../records/stock-transfers/rules.ts';
import { DAY, HOUR } from './dates.ts';
import { chooseItems, dayOf, documentSteps, type PlannedLine, partOf, stockLines } from './document.ts';
import { Random } from './random.ts';
import type { Plan, Step } from './step.ts';

/**
 * Added to a shop's seed, so that transfers and adjustments draw random numbers from a separate stream
 * and affect nothing else.
 */
const TRANSFER_SEEDS = 2000;
const ADJUSTMENT_SEEDS = 3000;

type TransferOutcome = 'draft' | 'voided' | 'partial' | 'done' | 'atOnce';

/** Outcomes of a merchant's transfers, oldest first. */
const TRANSFERS: readonly TransferOutcome[] = [
  ...(['done', 'atOnce', 'done', 'voided', 'done', 'atOnce', 'done', 'partial'] as const),
  ...(['atOnce', 'voided', 'done', 'partial', 'draft', 'draft'] as const),
];

type AdjustmentOutcome = 'draft' | 'voided' | 'posted' | 'atOnce' | 'postedAndVoided';

const [COUNT, ADD, REMOVE] = [0, 1, 2] as const;
const [POSTED, VOIDED] = [1, 2] as const;

/** A merchant's adjustments and their outcomes, oldest first. */
const ADJUSTMENTS: readonly (readonly [
  AdjustmentOutcome,
  StockAdjustment['type'],
  StockAdjustment['reason'],
  narration: string | null,
])[] = [
  ['posted', COUNT, null, 'Quarterly count'],
  ['atOnce', REMOVE, 'damage', 'Crate dropped at the back door'],
  ['atOnce', REMOVE, 'expiry', null],
  ['postedAndVoided', REMOVE, 'theft', 'Turned up on another shelf'],
  ['atOnce', ADD, 'correction', 'Delivery was counted short'],
  ['posted', COUNT, 'correction', null],
  ['atOnce', REMOVE, 'waste', null],
  ['voided', ADD, 'other', null],
  ['posted', ADD, 'opening', 'Opening stock of the new shelf'],
  ['atOnce', REMOVE, 'expiry', 'Past their date'],
  ['postedAndVoided', COUNT, null, 'Counted in the wrong store'],
  ['draft', REMOVE, 'damage', null],
  ['draft', COUNT, null, 'Count under way'],
];

const NARRATIONS = ['Shelves were empty', 'For the weekend', null];

/** Days from the first document of either kind to the day of the demo, and days between documents. */
const FIRST = 108;
const APART = 8;

const BY_APP_EVERY = 4;

/** Steps that create and complete transfers, with the rules and the SQL of the operations. */
export function transfers(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + TRANSFER_SEEDS);
  const { stores } = plan.catalogue;
  return TRANSFERS.flatMap((outcome, i) => {
    const from = random.below(stores.length);
    const to = (from + random.between(1, stores.length - 1)) % stores.length;
    const narration = random.pick(NARRATIONS);
    const { at, byApp, endedAt, lines } = planDocument(plan, i, random);
    const write = async (tx: TenantTransaction) => {
      const ids = { fromStoreId: storeIdOf(plan, from), toStoreId: storeIdOf(plan, to) };
      const body = { ...ids, date: dayOf(at), narration, lines: stockLines(lines, plan.written) };
      return (await createTransfer(tx, body, outcome === 'atOnce')).transfer;
    };
    const ends = outcome === 'draft' || outcome === 'atOnce' ? [] : [{ at: endedAt, write: endOf(outcome) }];
    return documentSteps({ at, byApp, write }, ends);
  });
}

/** Voids a transfer, or receives part or all of it. */
const endOf =
  (outcome: TransferOutcome) =>
  (tx: TenantTransaction, { id, lines }: TransferFields): Promise<unknown> =>
    outcome === 'voided'
      ? changeTransfer(tx, id, { status: 0 })
      : receiveTransfer(tx, id, outcome === 'partial' ? partOf(lines, '1') : {});

/** Steps that create, post and void adjustments, with the rules and the SQL of the operations. */
export function adjustments(plan: Plan): Step[] {
  const random = new Random(plan.shop.seed + ADJUSTMENT_SEEDS);
  return ADJUSTMENTS.flatMap(([outcome, type, reason, narration], i) => {
    const store = random.below(plan.catalogue.stores.length);
    const { at, byApp, endedAt, lines } = planDocument(plan, i, random);
    const write = async (tx: TenantTransaction) => {
      const body = { storeId: storeIdOf(plan, store), date: dayOf(at), type, reason, narration };
      const withLines = { ...body, lines: stockLines(lines, plan.written) };
      return (await createAdjustment(tx, withLines, outcome === 'atOnce')).adjustment;
    };
    const post = { at: endedAt, write: changeTo(POSTED) };
    const changes = {
      draft: [],
      atOnce: [],
      voided: [{ at: endedAt, write: changeTo(VOIDED) }],
      posted: [post],
      postedAndVoided: [post, { at: endedAt + HOUR, write: changeTo(VOIDED) }],
    };
    return documentSteps({ at, byApp, write }, changes[outcome]);
  });
}

const changeTo =
  (status: typeof POSTED | typeof VOIDED) =>
  (tx: TenantTransaction, { id }: AdjustmentFields): Promise<unknown> =>
    changeAdjustment(tx, id, { status });

const storeIdOf = ({ catalogue, written }: Plan, index: number): number =>
  written.references.id('store', catalogue.stores[index]?.externalId as string);

/** Times and lines of the document at this index. */
function planDocument(plan: Plan, i: number, random: Random) {
  const at = plan.base - (FIRST - i * APART) * DAY + 9 * HOUR + random.below(6 * HOUR);
  const endedAt = at + HOUR + random.below(DAY);
  return { at, endedAt, byApp: i % BY_APP_EVERY === 0, lines: planLines(plan, at, random) };
}

function planLines(plan: Plan, at: number, random: Random): PlannedLine[] {
  return chooseItems(plan, at, random.between(3, 6), random).map(({ externalId, variants = [], weighingScale }) => ({
    item: externalId,
    variant: variants.length > 0 ? random.pick(variants).name : null,
    quantity: weighingScale
      ? `${random.between(1, 3)}.${random.chance(50) ? '500' : '250'}`
      : `${random.between(2, 6)}`,
  }));
}
