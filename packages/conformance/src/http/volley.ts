/** Milliseconds in which the heads of all requests reach the service. */
const TRAVEL = 200;

/**
 * Lets this many requests overlap: the service has received the heads of all before it has any of them whole. Each calls the
 * returned function once its head is sent, and sends its body when the promise settles.
 */
export function volley(size: number): () => Promise<void> {
  let missing = size;
  let fire = () => {};
  const fired = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) setTimeout(fire, TRAVEL);
    return fired;
  };
}
