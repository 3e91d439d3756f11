/** Pseudorandom numbers, reproducible by seed (Lehmer). */
export function drawing(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export type Draw = (below: number) => number;
